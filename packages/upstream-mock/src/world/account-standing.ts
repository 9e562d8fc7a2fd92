import { createEndQueue } from './end-queue.ts';
import type { MockJob } from './mock-job.ts';

/** Jobs and credits of an account at an instant. */
export interface StandingCounts {
  readonly accepted: number;
  /** Jobs that have not ended. */
  readonly running: number;
  readonly failed: number;
  /** Credits its jobs hold: those of every job that has not failed. */
  readonly taken: number;
}

/**
 * What one account key has used, kept up to date job by job. Instants given to it never go back.
 */
export interface AccountStanding {
  counts(now: number): StandingCounts;
  /** Notes an accepted job. */
  accept(job: MockJob): void;
  /** Credits its jobs hold: those of every job that has not failed. */
  taken(now: number): number;
  /** Jobs that have not ended. */
  inFlight(now: number): number;
  /** When the latest but `count - 1` submission was accepted; undefined when there were fewer than `count`. */
  latestAcceptance(count: number): number | undefined;
}

export function createAccountStanding(): AccountStanding {
  const running = createEndQueue();
  const acceptances: number[] = [];
  let taken = 0;
  let failed = 0;
  const settle = (now: number) => {
    for (let job = running.takeEnded(now); job !== undefined; job = running.takeEnded(now)) {
      if (job.instructions.fail === null) continue;
      taken -= job.charge;
      failed += 1;
    }
  };
  return {
    accept: (job) => {
      running.push(job);
      acceptances.push(job.acceptedAt);
      taken += job.charge;
    },
    counts: (now) => {
      settle(now);
      return { accepted: acceptances.length, running: running.size, failed, taken };
    },
    taken: (now) => {
      settle(now);
      return taken;
    },
    inFlight: (now) => {
      settle(now);
      return running.size;
    },
    latestAcceptance: (count) => acceptances.at(-count),
  };
}
