import type { JobState } from '@filmgate/core';

/** Counts by state of an empty store. */
export const noJobs: { readonly [S in JobState]: number } = {
  queued: 0,
  awaiting_configuration: 0,
  prepared: 0,
  dispatching: 0,
  submitted: 0,
  polling: 0,
  storing: 0,
  completed: 0,
  failed: 0,
  outcome_unknown: 0,
};
