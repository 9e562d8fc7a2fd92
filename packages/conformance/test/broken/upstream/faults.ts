import type { JsonValue, UpstreamClient, UpstreamError } from '@filmgate/core';
import type { MemoryProvider } from '../../support/memory-upstream.ts';

/** An upstream client with one fault, built around a correct one. */
export interface BrokenClient {
  readonly fault: string;
  readonly wrap: (client: UpstreamClient, provider: MemoryProvider) => UpstreamClient;
}

type Change = (client: UpstreamClient, provider: MemoryProvider) => Partial<UpstreamClient>;

function replacing(change: Change): BrokenClient['wrap'] {
  return (client, provider) => ({ ...client, ...change(client, provider) });
}

function refusal(change: Partial<UpstreamError> = {}): UpstreamError {
  const error = {
    kind: 'invalid',
    scope: 'request',
    charge: 'not-charged',
    retryAfterMs: null,
    detail: 'refused',
  } as const;
  return { ...error, ...change };
}

function promptOf({ value }: { readonly value: JsonValue }): string {
  return typeof value === 'object' && value !== null && 'prompt' in value
    ? String(value['prompt'])
    : '';
}

/** Uses a signal nobody cancels. */
function deaf<Input extends { readonly signal: AbortSignal }>(input: Input): Input {
  return { ...input, signal: new AbortController().signal };
}

const searching = 'reconcile' satisfies keyof UpstreamClient;

const faults: { readonly [fault: string]: BrokenClient['wrap'] } = {
  'names no provider': replacing((client) => ({
    describe: () => ({ ...describe(), provider: '' }),
  })),
  'says when to search and cannot': (client) => {
    const { [searching]: _, ...others } = client;
    return others;
  },
  'prepares something new each time': replacing((client) => {
    let count = 0;
    return {
      prepare: (input) => {
        count += 1;
        return { ...prepare(input), value: { prompt: input.request.prompt, count } };
      },
    };
  }),
  'prepares what JSON cannot hold': replacing((client) => ({
    prepare: (input) => ({
      ...prepare(input),
      value: { prompt: input.request.prompt, seed: Number.NaN },
    }),
  })),
  'sends while it prepares': replacing((client, provider) => ({
    prepare: (input) => {
      provider.accept(input.correlationId, input.request.prompt);
      return client.prepare(input);
    },
  })),
  'gives a handle with the secret in it': replacing((client) => ({
    submit: async (input) => {
      const outcome = await client.submit(input);
      if (outcome.kind !== 'accepted') return outcome;
      const { secret } = input.account;
      return {
        kind: 'accepted',
        handle: { version: 1, value: Object.assign({ secret }, outcome.handle.value) },
      };
    },
  })),
  'gives every job one handle': replacing((client) => ({
    submit: async (input) => {
      const outcome = await client.submit(input);
      return outcome.kind === 'accepted'
        ? { kind: 'accepted', handle: { version: 1, value: { task: 'task-1' } } }
        : outcome;
    },
  })),
  'submits twice to be sure': replacing((client) => ({
    submit: async (input) => {
      const outcome = await client.submit(input);
      return outcome.kind === 'accepted' ? await client.submit(input) : outcome;
    },
  })),
  'takes a refusal for an unknown outcome': replacing((client) => ({
    submit: async (input) => {
      const outcome = await client.submit(input);
      return outcome.kind === 'rejected' && !input.signal.aborted
        ? { kind: 'unknown', detail: outcome.error.detail }
        : outcome;
    },
  })),
  'blames a lost login on the request': replacing((client) => ({
    submit: async (input) => {
      const outcome = await client.submit(input);
      return outcome.kind === 'rejected'
        ? { kind: 'rejected', error: { ...outcome.error, scope: 'request' } }
        : outcome;
    },
  })),
  'takes a lost answer for a refusal': replacing((client) => ({
    submit: async (input) =>
      await client.submit(input).catch(() => ({ kind: 'rejected', error: refusal() }) as const),
  })),
  'sends again when the answer is lost': replacing((client) => ({
    submit: async (input) => await client.submit(input).catch(async () => await client.submit(input)),
  })),
  'tells the secret in what it throws': replacing((client) => ({
    submit: async (input) =>
      await client.submit(input).catch(() => {
        throw new Error(`POST with ${input.account.secret} failed`);
      }),
  })),
  'sends although it was cancelled': replacing((client) => ({
    submit: async (input) => await client.submit(deaf(input)),
  })),
  'sends after the deadline': replacing((client) => ({
    submit: async (input) => await client.submit({ ...input, deadlineAt: Number.POSITIVE_INFINITY }),
  })),
  'calls a submission rejected that it cancelled itself': replacing((client) => ({
    submit: async (input) => {
      const outcome = client.submit(input).catch(() => ({ kind: 'unknown', detail: 'reset' }) as const);
      if (promptOf(input.submission) !== 'reset') return await outcome;
      const cancelled = await new Promise<boolean>((resolve) => {
        input.signal.addEventListener('abort', () => resolve(true), { once: true });
        setTimeout(() => resolve(false), 20);
      });
      return cancelled ? { kind: 'rejected', error: refusal() } : await outcome;
    },
  })),
  'never sees a job end': replacing(() => ({
    poll: async () => ({ kind: 'pending', progress: 1, retryAfterMs: null }),
  })),
  'forgets a result it has told of': replacing((client) => {
    const told = new Set<JsonValue>();
    return {
      poll: async (input) => {
        const outcome = await client.poll(input);
        if (outcome.kind !== 'succeeded') return outcome;
        const key = JSON.stringify(input.handle);
        if (told.has(key)) return { kind: 'lost' };
        told.add(key);
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
      return outcome.kind === 'lost' ? { kind: 'failed', error: refusal() } : outcome;
    },
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
  'copies although it was cancelled': replacing((client) => ({
    openResult: async (input) => await client.openResult(deaf(input)),
  })),
  'makes the work anew when it is copied': replacing((client, provider) => ({
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
};

/** Every broken client. */
export const clientFaults: readonly BrokenClient[] = Object.entries(faults).map(
  ([fault, wrap]) => ({ fault, wrap }),
);
