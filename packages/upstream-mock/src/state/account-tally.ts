import { type KeptJob, readJob } from '../job/compact-job.ts';
import { createEndQueue, type EndQueue } from './end-queue.ts';
import { chargeAt, type MockJob, stateAt } from '../job/mock-job.ts';

/** Jobs and credits of an account at an instant. */
export interface AccountCounts {
  readonly accepted: number;
  /** Jobs that have not ended. */
  readonly running: number;
  readonly failed: number;
  /** Credits its jobs hold: those of every job that has not failed. */
  readonly taken: number;
}

/** Usage of one account key, updated job by job. Instants passed to it never go back. */
export interface AccountTally {
  counts(now: number): AccountCounts;
  /** Adds an accepted job. */
  accept(job: KeptJob): void;
  /** Updates an open job that ended early: its slot is free. */
  cancel(job: MockJob): void;
  /** Credits its jobs hold: those of every job that has not failed. */
  taken(now: number): number;
  /** Jobs that have not ended. */
  inFlight(now: number): number;
  /** Time of the latest but `count - 1` submission; undefined if there were fewer than `count`. */
  latestAcceptance(count: number): number | undefined;
}

export function createAccountTally(): AccountTally {
  const open = createEndQueue<KeptJob>();
  const acceptances: number[] = [];
  const canceled = new Set<string>();
  let taken = 0;
  let failed = 0;
  const settle = (now: number) => {
    for (const job of endedOf(open, now)) {
      // The charge released at an early end is not released again at the planned end.
      if (canceled.delete(job.id)) continue;
      taken -= job.charge - chargeAt(job, now);
      if (stateAt(job, now) === 'failed') failed += 1;
    }
  };
  const counts = (now: number): AccountCounts => {
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
    counts,
    cancel: (job) => {
      canceled.add(job.id);
      taken -= job.charge - chargeAt(job, job.endsAt);
      failed += 1;
    },
    taken: (now) => counts(now).taken,
    inFlight: (now) => counts(now).running,
    latestAcceptance: (count) => acceptances.at(-count),
  };
}

function* endedOf(open: EndQueue<KeptJob>, now: number): Iterable<MockJob> {
  for (let kept = open.takeEnded(now); kept !== undefined; kept = open.takeEnded(now))
    yield readJob(kept);
}
