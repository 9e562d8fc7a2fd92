import type { JobListQuery } from '../ports/job-reader.ts';

/** Query of an owner's jobs, newest first, without owner and limit, which every caller must therefore state (I11). */
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
