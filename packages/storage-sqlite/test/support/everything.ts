import { everyJob, type JobListQuery } from '@filmgate/core';

/** The first page of all jobs. */
export const everything: JobListQuery = {
  ...everyJob,
  owner: null,
  limit: 50,
};
