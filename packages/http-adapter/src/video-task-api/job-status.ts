import {
  type CompatibleStatus,
  type JobState,
  jobStates,
  projectCompatibleStatus,
} from '@filmgate/core';

/** The core states that one word of the compatible API stands for, for filtering a list by it. */
export function statesOf(status: CompatibleStatus): readonly JobState[] {
  return jobStates.filter((state) => projectCompatibleStatus(state) === status);
}
