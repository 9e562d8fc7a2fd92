import type { Job } from './job.ts';

/**
 * Returns when an unknown outcome releases its slot, unless it is resolved before; null for a job that holds no slot,
 * or whose outcome is not unknown.
 *
 * @param unknownSlotMs - how long an unknown job keeps its slot
 */
export function unknownSlotEnd(
  { holdsSlot, unknownSince }: Pick<Job, 'holdsSlot' | 'unknownSince'>,
  unknownSlotMs: number,
): number | null {
  return holdsSlot && unknownSince !== null ? unknownSince + unknownSlotMs : null;
}
