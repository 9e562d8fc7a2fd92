import type { JobState } from '@filmgate/core';

/** States of jobs that wait for an account. */
export const waiting: readonly JobState[] = ['queued', 'awaiting_configuration'];

/** States between the choice of an account and the end. */
export const running: readonly JobState[] = [
  'prepared',
  'dispatching',
  'submitted',
  'polling',
  'storing',
];
