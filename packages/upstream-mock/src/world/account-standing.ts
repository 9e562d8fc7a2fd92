import { type KeptJob, readJob } from './compact-job.ts';
import { createEndQueue, type EndQueue } from './end-queue.ts';
import { chargeAt, type MockJob, stateAt } from './mock-job.ts';

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
  accept(job: KeptJob): void;
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
  const open = createEndQueue<KeptJob>();
  const acceptances: number[] = [];
  const canceled = new Set<string>();
  let taken = 0;
  let failed = 0;
  const settle = (now: number) => {
    for (const job of endedOf(open, now)) {
      // What an early end gave back is not given back once more at the end that was planned.
      if (canceled.delete(job.id)) continue;
      taken -= job.charge - chargeAt(job, now);
      if (stateAt(job, now) === 'failed') failed += 1;
    }
  };
  const standing = (now: number): StandingCounts => {
    settle(now);
    const running = open.size - canceled.size;
    return { accepted: acceptances.length, running, failed, taken };
  };
  return {
    accept: (kept) => {
      open.push(kept);
      const { acceptedAt, charge } = readJob(kept);
      acceptances.push(acceptedAt);
      taken += charge;
    },
    counts: standing,
    cancel: (job) => {
      canceled.add(job.id);
      taken -= job.charge - chargeAt(job, job.endsAt);
      failed += 1;
    },
    taken: (now) => standing(now).taken,
    inFlight: (now) => standing(now).running,
    latestAcceptance: (count) => acceptances.at(-count),
  };
}

function* endedOf(open: EndQueue<KeptJob>, now: number): Iterable<MockJob> {
  for (let kept = open.takeEnded(now); kept !== undefined; kept = open.takeEnded(now))
    yield readJob(kept);
}
