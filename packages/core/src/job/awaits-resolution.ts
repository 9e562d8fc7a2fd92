import { isBelieved } from './doubt.ts';
import type { Job } from './job.ts';

/**
 * Returns true if an unknown outcome is left to a person: its provider cannot be queried, or credibly denies the work,
 * or its response fits several pieces of work. Follows from what `outcome-lost` and `cannot-be-asked` leave in a job:
 * no failed query, and no next check before the slot is released.
 *
 * @param unknownSlotMs - how long an unknown job keeps its slot
 */
export function awaitsResolution(job: Job, unknownSlotMs: number): boolean {
  const { state, handle, readFailures, doubt, dueAt, unknownSince } = job;
  if (state !== 'outcome_unknown' || unknownSince === null) return false;
  if (handle !== null) return doubt !== null && isBelieved(doubt, 'accepted');
  return readFailures === 0 && (dueAt ?? Infinity) >= unknownSince + unknownSlotMs;
}
