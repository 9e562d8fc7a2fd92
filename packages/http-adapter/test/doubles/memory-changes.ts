import type { ChangedJobsOutcome, ChangedJobsQuery, Job, JobEvents } from '@filmgate/core';

/** Changes of jobs in memory: announced to listeners, and found again by their instants. */
export class MemoryChanges implements Pick<JobEvents, 'subscribeAll'> {
  readonly #jobs: ReadonlyMap<string, Job>;
  readonly #listeners = new Set<(job: Job) => void>();

  constructor(jobs: ReadonlyMap<string, Job>) {
    this.#jobs = jobs;
  }

  /** Number of open subscriptions. */
  get listeners(): number {
    return this.#listeners.size;
  }

  subscribeAll(listener: (job: Job) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Announces a change, as a store does after saving it. */
  announce(job: Job): Job {
    for (const listener of this.#listeners) listener(job);
    return job;
  }

  async changedSince(query: ChangedJobsQuery): Promise<ChangedJobsOutcome> {
    const { owner, surface, at, limit } = query;
    const changed = [...this.#jobs.values()]
      .filter((job) => job.owner === owner && job.surface === surface && job.updatedAt >= at)
      .toSorted((one, other) => one.updatedAt - other.updatedAt);
    return changed.length > limit ? { kind: 'too-many' } : { kind: 'changed', jobs: changed };
  }
}
