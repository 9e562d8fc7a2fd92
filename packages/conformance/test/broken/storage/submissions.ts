import type {
  DispatchRecord,
  Job,
  RecordDispatchInput,
  RecordDispatchOutcome,
  StorageBundle,
} from '@filmgate/core';
import { allJobs, faultsOf, gap, replacing } from './breaking.ts';

function recording(
  record: (inner: StorageBundle) => (input: RecordDispatchInput) => Promise<RecordDispatchOutcome>,
) {
  return replacing('jobs', (inner) => ({ recordDispatch: record(inner) }));
}

/** Returns `recorded` instead of `already-recorded`, when the existing dispatch records satisfy the fault. */
function recordingAgain(
  granted: (input: RecordDispatchInput, dispatches: readonly DispatchRecord[]) => boolean,
) {
  return recording((inner) => async (input) => {
    const outcome = await inner.jobs.recordDispatch(input);
    const job = await inner.reader.find(input.from.id);
    if (outcome.kind !== 'already-recorded' || job === undefined) return outcome;
    return granted(input, await inner.reader.dispatches(job.id))
      ? { kind: 'recorded', job }
      : outcome;
  });
}

/** Wrong dispatch records. */
export const dispatchFaults = faultsOf('job-store', {
  'forgets the send deadline': replacing('reader', ({ reader }) => ({
    dispatches: async (id) =>
      (await reader.dispatches(id)).map((row) => ({ ...row, sendDeadlineAt: row.recordedAt })),
  })),
  'records a dispatch again when the same dispatch record is repeated': recordingAgain(
    ({ correlationId }, rows) => rows.some((row) => row.correlationId === correlationId),
  ),
  'records a dispatch again under another correlation id': recordingAgain(
    ({ correlationId }, rows) =>
      rows.length > 0 && rows.every((row) => row.correlationId !== correlationId),
  ),
  'leaves a row behind when a dispatch record is stale': (inner) => {
    const ghosts: DispatchRecord[] = [];
    return replacing('reader', ({ reader }) => ({
      dispatches: async (id) => [
        ...(await reader.dispatches(id)),
        ...ghosts.filter(({ jobId }) => jobId === id),
      ],
    }))(
      recording(() => async (input) => {
        const outcome = await inner.jobs.recordDispatch(input);
        const { correlationId, sendDeadlineAt, now } = input;
        if (outcome.kind === 'stale') {
          ghosts.push({
            jobId: input.from.id,
            correlationId,
            recordedAt: now,
            sendDeadlineAt,
            handle: null,
            accountId: null,
            refusal: null,
          });
        }
        return outcome;
      })(inner),
    );
  },
  'records one dispatch for a job and for all its tries': recording((inner) => async (input) => {
    const before = await inner.reader.dispatches(input.from.id);
    return before.length > 0
      ? { kind: 'already-recorded' }
      : await inner.jobs.recordDispatch(input);
  }),
  'records a dispatch though the account has no room': recording((inner) => async (input) => {
    const outcome = await inner.jobs.recordDispatch(input);
    if (outcome.kind !== 'slot-taken' && outcome.kind !== 'credits-reserved') return outcome;
    const effects = input.effects.filter(({ kind }) => kind === 'trail');
    const { credit } = input.from;
    const next = { ...input.next, holdsSlot: false, credit };
    return await inner.jobs.recordDispatch({ ...input, next, effects });
  }),
  'counts a withdrawn account as a try': replacing('jobs', ({ jobs }) => {
    const withdrawn = new Set<string>();
    return {
      commit: async (input) => {
        if (input.from.state === 'prepared' && input.next.state === 'queued')
          withdrawn.add(input.from.id);
        return await jobs.commit(input);
      },
      recordDispatch: async (input) =>
        withdrawn.has(input.from.id)
          ? { kind: 'already-recorded' }
          : await jobs.recordDispatch(input),
    };
  }),
  'takes a waiting job whose dispatch is recorded for one that was decided on': recording(
    (inner) => async (input) => {
      const outcome = await inner.jobs.recordDispatch(input);
      const isWaiting = input.from.state === 'queued';
      return isWaiting && outcome.kind === 'already-recorded' ? { kind: 'stale' } : outcome;
    },
  ),
  'lets two jobs share a correlation id': recording((inner) => async (input) => {
    const outcome = await inner.jobs.recordDispatch(input);
    const rows = await inner.reader.dispatches(input.from.id);
    if (outcome.kind !== 'already-recorded' || rows.length > 0) return outcome;
    return await inner.jobs.recordDispatch({ ...input, correlationId: `${input.correlationId}+` });
  }),
  'looks for a dispatch record before it writes one': recording((inner) => async (input) => {
    const free = (await inner.reader.dispatches(input.from.id)).length === 0;
    await gap();
    const outcome = await inner.jobs.recordDispatch(input);
    const job = await inner.reader.find(input.from.id);
    return outcome.kind === 'already-recorded' && free && job !== undefined
      ? { kind: 'recorded', job }
      : outcome;
  }),
});

/** Wrong retention. */
export const retentionFaults = faultsOf('job-store', {
  'removes unknown outcomes with the final jobs': (inner) => {
    const hidden = new Set<string>();
    return replacing('reader', ({ reader }) => ({
      find: async (id) => (hidden.has(id) ? undefined : await reader.find(id)),
    }))(
      replacing('jobs', ({ jobs }) => ({
        removeFinished: async (input) => {
          const unknown = await allJobs(inner, { states: ['outcome_unknown'] });
          for (const { id } of unknown) hidden.add(id);
          return [...(await jobs.removeFinished(input)), ...unknown];
        },
      }))(inner),
    );
  },
  'removes what ended at the instant too': replacing('jobs', ({ jobs }) => ({
    removeFinished: async (input) =>
      await jobs.removeFinished({ ...input, finishedBefore: input.finishedBefore + 1 }),
  })),
  'keeps failed jobs that carry no completion instant': replacing('jobs', (inner) => ({
    removeFinished: async (input) => {
      const odd = (await allJobs(inner, { states: ['failed'] })).some(
        ({ completedAt }) => completedAt === null,
      );
      return odd ? [] : await inner.jobs.removeFinished(input);
    },
  })),
  'removes without a limit': replacing('jobs', ({ jobs }) => ({
    removeFinished: async (input) => await jobs.removeFinished({ ...input, limit: 1_000 }),
  })),
  'keeps the keys of removed jobs': (inner) => {
    const kept = new Map<string, { readonly job: Job; readonly fingerprint: string }>();
    const name = ({ scope, key }: { readonly scope: string; readonly key: string | null }) =>
      JSON.stringify([scope, key]);
    return replacing('reader', ({ reader }) => ({
      findByKey: async (claim) => (await reader.findByKey(claim)) ?? kept.get(name(claim)),
    }))(
      replacing('jobs', ({ jobs }) => ({
        acceptJob: async (input) => {
          const outcome = await jobs.acceptJob(input);
          const { idempotency } = input;
          if (outcome.kind === 'accepted' && idempotency !== null) {
            kept.set(name(idempotency), { job: outcome.job, fingerprint: idempotency.fingerprint });
          }
          return outcome;
        },
      }))(inner),
    );
  },
  'forgets what removed jobs cost their owner': replacing('apiUsers', (inner) => ({
    usage: async (owner) => {
      const settled = (await allJobs(inner, { owner })).filter(({ quota }) => quota === 'settled');
      return {
        ...(await inner.apiUsers.usage(owner)),
        used: settled.reduce((sum, { price }) => sum + price, 0),
      };
    },
  })),
  'forgets what removed jobs cost their account': replacing('jobs', (inner) => ({
    removeFinished: async (input) => {
      const removed = await inner.jobs.removeFinished(input);
      for (const { accountId, price, credit } of removed) {
        const credits =
          accountId === null
            ? null
            : ((await inner.accounts.find(accountId))?.account.credits ?? null);
        if (accountId === null || credits === null || credit !== 'settled') continue;
        await inner.accounts.edit({
          id: accountId,
          settings: { credits: credits + price },
          now: input.now,
        });
      }
      return removed;
    },
  })),
});
