import type { JobListQuery } from '../ports/job-reader.ts';

/**
 * Asks for every job of an owner, newest first, from the first page on; what is asked for more narrowly is written behind it.
 * Whose jobs, and how many, it leaves to be said: nobody reads another's by having forgotten it (I11).
 */
export const everyJob = {
  surface: null,
  states: null,
  model: null,
  accountId: null,
  search: null,
  createdFrom: null,
  createdUntil: null,
  order: 'newest-first',
  after: null,
} as const satisfies Omit<JobListQuery, 'owner' | 'limit'>;
