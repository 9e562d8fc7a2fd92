import type { CommitInput, Job, JobStore, StorageBundle } from '@filmgate/core';
import type { OperationMetrics, Measured } from './operation-metrics.ts';

/** Returns the store with decisions of this process alone counted, so that the counts of several nodes add up. */
export function countOperations(storage: StorageBundle, metrics: OperationMetrics): StorageBundle {
  return {
    ...storage,
    ping: () => storage.ping(),
    close: () => storage.close(),
    jobs: countJobs(storage.jobs, metrics),
  };
}

function countJobs(jobs: JobStore, metrics: OperationMetrics): JobStore {
  return {
    acceptJob: async (input) => {
      const outcome = await jobs.acceptJob(input);
      if (outcome.kind === 'accepted') metrics.add(input.now, { counts: { accepted: 1 } });
      return outcome;
    },
    claimDue: (input) => jobs.claimDue(input),
    commit: async (input) => {
      const outcome = await jobs.commit(input);
      if (outcome.kind === 'committed') metrics.add(input.now, decided(input));
      return outcome;
    },
    recordDispatch: async (input) => {
      const outcome = await jobs.recordDispatch(input);
      if (outcome.kind === 'recorded') metrics.add(input.now, submitted(outcome.job, input.now));
      return outcome;
    },
    recordReceipt: async (input) => {
      const outcome = await jobs.recordReceipt(input);
      const isDecided = 'decided' in outcome && outcome.decided?.kind === 'committed';
      if (isDecided && input.decision !== undefined)
        metrics.add(input.now, decided(input.decision));
      return outcome;
    },
    recordRefusal: (input) => jobs.recordRefusal(input),
    renewLeases: (input) => jobs.renewLeases(input),
    releaseClaim: (input) => jobs.releaseClaim(input),
    amend: (input) => jobs.amend(input),
    removeFinished: (input) => jobs.removeFinished(input),
  };
}

/** A refused job waits again, through no fault of the pool: only its first wait counts. */
function submitted({ refusals, createdAt }: Job, now: number): Measured {
  return refusals === 0 ? { toStartMs: now - createdAt } : {};
}

/** Final states are never left, so a job ends in one commit only. */
function decided({ next, effects, now }: CommitInput): Measured {
  const isCompleted = next.state === 'completed';
  return {
    counts: {
      completed: isCompleted ? 1 : 0,
      failed: next.state === 'failed' ? 1 : 0,
      creditsSpent: creditsSpent(effects),
    },
    ...(isCompleted && { toResultMs: now - next.createdAt }),
  };
}

/** Credits charged by providers, less those they refunded; an amount in another unit is no credit. */
function creditsSpent(effects: CommitInput['effects']): number {
  let credits = 0;
  for (const effect of effects) {
    if (effect.kind !== 'credit' || effect.unit !== 'credits') continue;
    if (effect.move === 'settle' || effect.move === 'correct') credits += effect.amount;
    if (effect.move === 'return') credits -= effect.amount;
  }
  return credits;
}
