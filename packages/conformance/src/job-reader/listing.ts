import { allJobsQuery, type Job, type JobListQuery, type StorageBundle } from '@filmgate/core';
import { ofKind } from '../law/outcomes.ts';

/** A query for everything, newest first, with the given differences. */
export function query(wish: Partial<JobListQuery> = {}): JobListQuery {
  return {
    ...allJobsQuery,
    owner: null,
    limit: 100,
    ...wish,
  };
}

/** Ids on one page. */
export async function idsOn(
  { reader }: StorageBundle,
  wish: Partial<JobListQuery> = {},
): Promise<readonly string[]> {
  return ofKind(await reader.list(query(wish)), 'page').jobs.map(({ id }) => id);
}

/** Ids of jobs, in the order given. */
export function ids(...jobs: readonly (Job | undefined)[]): readonly string[] {
  return jobs.map((job) => job?.id ?? 'missing');
}
