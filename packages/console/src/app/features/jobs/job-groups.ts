import type { JobState } from '@filmgate/core';

/** Jobs that wait for an account. */
export const waiting: readonly JobState[] = ['queued', 'awaiting_configuration'];

/** Jobs between the choice of an account and their end. */
export const running: readonly JobState[] = [
  'prepared',
  'dispatching',
  'submitted',
  'polling',
  'storing',
];
