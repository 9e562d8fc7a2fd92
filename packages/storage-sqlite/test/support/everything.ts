import type { JobListQuery } from '@filmgate/core';

/** The first page of all jobs. */
export const everything: JobListQuery = {
  owner: null,
  origin: null,
  states: null,
  model: null,
  accountId: null,
  search: null,
  createdFrom: null,
  createdUntil: null,
  order: 'newest-first',
  after: null,
  limit: 50,
};
