import type { FoundExchanges } from './recorded-exchanges.ts';

/** A submission that was made again, as a job of its own. */
export interface ReplayedJob {
  /** In the cassette. */
  readonly name: string;
  readonly id: string;
  /** ms. */
  readonly acceptedAt: number;
  /** Digest of its submission. */
  readonly request: string;
}

/** Where the jobs of a replay are kept. */
export interface ReplayedJobs {
  find(id: string): ReplayedJob | undefined;
  /** In the order of acceptance. */
  all(): Iterable<ReplayedJob>;
  /** @param found - what was submitted */
  accept(job: ReplayedJob, found: FoundExchanges): void;
}

/** In memory, for a replay without a world. */
export function createReplayedJobs(): ReplayedJobs {
  const jobs = new Map<string, ReplayedJob>();
  return {
    find: (id) => jobs.get(id),
    all: () => jobs.values(),
    accept: (job) => void jobs.set(job.id, job),
  };
}
