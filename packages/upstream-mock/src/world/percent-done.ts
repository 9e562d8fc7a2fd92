import type { MockJob, MockJobState } from './mock-job.ts';

/** Whole percent of a job's run that are over; 100 only when it is told as completed. */
export function percentDone(
  { runsAt, endsAt, instructions }: MockJob,
  state: MockJobState,
  now: number,
): number {
  if (state === 'completed') return 100;
  const share = (now - runsAt) / Math.max(1, endsAt - runsAt);
  return Math.max(0, Math.min(99, Math.floor(share * instructions.failsAfter * 100)));
}
