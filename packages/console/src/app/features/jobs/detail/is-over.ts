import type { JobState } from '@filmgate/core';

/** Whether nothing more can happen to a job in this state. */
export function isOver(state: JobState): boolean {
  return state === 'completed' || state === 'failed';
}
