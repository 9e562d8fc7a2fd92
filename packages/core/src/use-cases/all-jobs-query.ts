import type { JobListQuery } from '../ports/job-reader.ts';

/**
 * Queries every job of an owner, newest first, from the first page on; narrower filters are written after it. The
 * caller must say whose jobs and how many, so that forgetting it never shows the jobs of another owner (I11).
 */
export const allJobsQuery = {
  surface: null,
  states: null,
  models: null,
  accountId: null,
  search: null,
  createdFrom: null,
  createdUntil: null,
  order: 'newest-first',
  after: null,
} as const satisfies Omit<JobListQuery, 'owner' | 'limit'>;
