import type { Job, JobListOutcome, JobListQuery, StorageBundle } from '@filmgate/core';
import { allJobs, replacing } from './breaking.ts';

/** The bundle with a different way to list. */
export function listing(
  list: (inner: StorageBundle) => (query: JobListQuery) => Promise<JobListOutcome>,
) {
  return replacing('reader', (inner) => ({ list: list(inner) }));
}

/** A page of the given jobs, in the order given. */
export function page(jobs: readonly Job[], { after, limit }: JobListQuery): JobListOutcome {
  const start = after === null ? 0 : jobs.findIndex(({ id }) => id === after) + 1;
  return {
    kind: 'page',
    jobs: jobs.slice(start, start + limit),
    hasMore: jobs.length > start + limit,
  };
}

/** Everything that matches the query, on one page. */
export async function matching(inner: StorageBundle, query: JobListQuery): Promise<readonly Job[]> {
  return await allJobs(inner, { ...query, after: null, limit: 1_000_000 });
}
