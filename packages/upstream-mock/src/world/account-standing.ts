import { createEndQueue } from './end-queue.ts';
import { chargeAt, type MockJob } from './mock-job.ts';

/**
 * What one account key has used, kept up to date job by job. Instants given to it never go back.
 */
export interface AccountStanding {
  /** Notes an accepted job. */
  accept(job: MockJob): void;
  /** Notes that an open job ended early, as it is now: it holds no place any more. */
  cancel(job: MockJob): void;
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
  const canceled = new Set<string>();
  let taken = 0;
  const settle = (now: number) => {
    for (let job = running.takeEnded(now); job !== undefined; job = running.takeEnded(now)) {
      // What an early end gave back is not given back once more at the end that was planned.
      if (!canceled.delete(job.id)) taken -= job.charge - chargeAt(job, now);
    }
  };
  return {
    accept: (job) => {
      running.push(job);
      acceptances.push(job.acceptedAt);
      taken += job.charge;
    },
    cancel: (job) => {
      canceled.add(job.id);
      taken -= job.charge - chargeAt(job, job.endsAt);
    },
    taken: (now) => {
      settle(now);
      return taken;
    },
    inFlight: (now) => {
      settle(now);
      return running.size - canceled.size;
    },
    latestAcceptance: (count) => acceptances.at(-count),
  };
}
