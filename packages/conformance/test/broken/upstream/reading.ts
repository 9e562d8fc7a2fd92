import { deaf, faultsOf, refusal, replacing } from './breaking.ts';

/** Wrong reads, copies and searches. */
export const readingFaults = faultsOf({
  'never sees a job end': replacing(() => ({
    poll: async () => ({ kind: 'pending', progress: 1, retryAfterMs: null }),
  })),
  'forgets a result it has told of': replacing((client) => {
    const reported = new Set<string>();
    return {
      poll: async (input) => {
        const outcome = await client.poll(input);
        if (outcome.kind !== 'succeeded') return outcome;
        const key = JSON.stringify(input.handle);
        if (reported.has(key)) return { kind: 'lost' };
        reported.add(key);
        return outcome;
      },
    };
  }),
  'submits when it reads': replacing((client, provider) => ({
    poll: async (input) => {
      provider.accept('another', 'a boat');
      return await client.poll(input);
    },
  })),
  'counts progress in thousandths': replacing((client) => ({
    poll: async (input) => {
      const outcome = await client.poll(input);
      return outcome.kind === 'pending'
        ? { ...outcome, progress: (outcome.progress ?? 0) * 10 }
        : outcome;
    },
  })),
  'takes a failed job for a failed read': replacing((client) => ({
    poll: async (input) => {
      const outcome = await client.poll(input);
      return outcome.kind === 'failed'
        ? { kind: 'transient', detail: 'failed', retryAfterMs: null }
        : outcome;
    },
  })),
  'calls a job failed that the upstream never had': replacing((client) => ({
    poll: async (input) => {
      const outcome = await client.poll(input);
      return outcome.kind === 'lost' ? { kind: 'failed', error: refusal } : outcome;
    },
  })),
  'finds work of every id': replacing(() => ({
    lookUp: async ({ id, account }) => ({
      kind: 'read',
      handle: { version: 1, value: { task: id, of: account.id } },
      work: { id, createdAt: null, compared: [] },
      outcome: { kind: 'pending', progress: null, retryAfterMs: null },
    }),
  })),
  'reads although it was cancelled': replacing((client) => ({
    poll: async (input) => await client.poll(deaf(input)),
  })),
  'finds every account ready': replacing(() => ({
    probe: async () => ({ kind: 'ready', credits: 1 }),
  })),
  'announces another length than it gives': replacing((client) => ({
    openResult: async (input) => {
      const outcome = await client.openResult(input);
      return outcome.kind === 'opened'
        ? { ...outcome, length: (outcome.length ?? 0) + 1 }
        : outcome;
    },
  })),
  'opens a result once': replacing((client) => {
    let opened = 0;
    return {
      openResult: async (input) => {
        opened += 1;
        return opened > 1
          ? { kind: 'unavailable', detail: 'open already' }
          : await client.openResult(input);
      },
    };
  }),
  'begins from the start and says it went on': replacing((client) => ({
    openResult: async ({ resume, ...input }) => {
      const outcome = await client.openResult(input);
      if (outcome.kind !== 'opened' || resume?.validator !== outcome.validator) return outcome;
      return { ...outcome, startsAt: resume?.offset ?? 0 };
    },
  })),
  'goes on in whatever bytes there are': replacing((client) => ({
    openResult: async (input) => {
      const { resume, ...fromStart } = input;
      const outcome = await client.openResult(fromStart);
      if (outcome.kind !== 'opened' || resume === undefined) return outcome;
      const { validator = '' } = outcome;
      return await client.openResult({
        ...fromStart,
        resume: { ...resume, validator: validator ?? '' },
      });
    },
  })),
  'copies although it was cancelled': replacing((client) => ({
    openResult: async (input) => await client.openResult(deaf(input)),
  })),
  'makes the work again when it is copied': replacing((client, provider) => ({
    openResult: async (input) => {
      provider.accept('another', 'a boat');
      return await client.openResult(input);
    },
  })),
  'finds some other job': replacing((client, provider) => ({
    reconcile: async (input) => {
      const outcome = await client.reconcile?.(input);
      if (outcome?.kind !== 'found') return outcome ?? { kind: 'cannot-ask' };
      const other = provider.accept('another', 'a boat');
      return { kind: 'found', handle: { version: 1, value: { task: other.id } } };
    },
  })),
  'finds what another job has': replacing((client) => ({
    reconcile: async (input) =>
      (await client.reconcile?.({ ...input, isOwned: async () => false })) ?? {
        kind: 'cannot-ask',
      },
  })),
  'calls absent what another job has': replacing((client) => ({
    reconcile: async (input) => {
      const outcome = (await client.reconcile?.(input)) ?? { kind: 'cannot-ask' };
      const isOthers = outcome.kind === 'transient' && !input.signal.aborted;
      return isOthers ? { kind: 'absent' } : outcome;
    },
  })),
  'takes the first of two that fit': replacing((client, provider) => ({
    reconcile: async (input) => {
      const outcome = (await client.reconcile?.(input)) ?? { kind: 'cannot-ask' };
      const job = provider.jobs.find(({ correlationId }) => correlationId === input.correlationId);
      return outcome.kind === 'ambiguous' && job !== undefined
        ? { kind: 'found', handle: { version: 1, value: { task: job.id } } }
        : outcome;
    },
  })),
  'calls absent what it does not see yet': replacing((client, provider) => ({
    reconcile: async (input) => {
      const job = provider.jobs.find(({ correlationId }) => correlationId === input.correlationId);
      if (job !== undefined && job.prompt !== 'a boat') return { kind: 'absent' };
      return (await client.reconcile?.(input)) ?? { kind: 'cannot-ask' };
    },
  })),
  'calls absent what it has': replacing((client) => ({
    reconcile: async (input) =>
      input.signal.aborted
        ? ((await client.reconcile?.(input)) ?? { kind: 'absent' })
        : { kind: 'absent' },
  })),
  'finds ids that begin alike': replacing((client, provider) => ({
    reconcile: async (input) => {
      const job = provider.jobs.find(({ correlationId }) =>
        input.correlationId.startsWith(correlationId),
      );
      if (job !== undefined)
        return { kind: 'found', handle: { version: 1, value: { task: job.id } } };
      return (await client.reconcile?.(input)) ?? { kind: 'cannot-ask' };
    },
  })),
  'calls absent what it stopped searching for': replacing((client) => ({
    reconcile: async (input) => (await client.reconcile?.(deaf(input))) ?? { kind: 'cannot-ask' },
  })),
});
