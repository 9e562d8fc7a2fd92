import type { MockJob } from '../world/mock-job.ts';

/** When a job came into the state it is in at `now`, in ms since 1970. */
export function changedAt({ acceptedAt, runsAt, endsAt }: MockJob, now: number): number {
  if (now < runsAt) return acceptedAt;
  return now < endsAt ? runsAt : endsAt;
}
