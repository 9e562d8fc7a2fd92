import { createEndQueue } from './end-queue.ts';
import type { MockJob } from './mock-job.ts';

/**
 * What one account key has used, kept up to date job by job. Instants given to it never go back.
 */
export interface AccountStanding {
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
  const settle = (now: number) => {
    for (let job = running.takeEnded(now); job !== undefined; job = running.takeEnded(now)) {
      if (job.instructions.fail !== null) taken -= job.charge;
    }
  };
  return {
    accept: (job) => {
      running.push(job);
      acceptances.push(job.acceptedAt);
      taken += job.charge;
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
