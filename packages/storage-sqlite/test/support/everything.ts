import { allJobsQuery, type JobListQuery } from '@filmgate/core';

/** The first page of all jobs. */
export const everything: JobListQuery = {
  ...allJobsQuery,
  owner: null,
  limit: 50,
};
