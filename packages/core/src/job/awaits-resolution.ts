import type { Job } from './job.ts';

/**
 * Whether an unknown outcome is left to a person: its upstream cannot be asked, denies the work for good, or its response fits
 * several pieces of work. Follows from what `outcome-lost` and `cannot-be-asked` leave in a job: no question that failed, and no look
 * before the slot is given up, or none at all where the handle is known.
 *
 * @param unknownSlotMs - how long an unknown job keeps its slot
 */
export function awaitsResolution(job: Job, unknownSlotMs: number): boolean {
  const { state, handle, readFailures, dueAt, unknownSince } = job;
  if (state !== 'outcome_unknown' || unknownSince === null) return false;
  if (readFailures > 0) return false;
  if (handle !== null) return dueAt === null;
  return dueAt === null || dueAt >= unknownSince + unknownSlotMs;
}
