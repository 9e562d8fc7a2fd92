import type { Job } from './job.ts';

/** Returns when an unknown job releases its slot, after `unknownSlotMs`; null without a slot, or if not unknown. */
export function unknownSlotEnd(
  { holdsSlot, unknownSince }: Pick<Job, 'holdsSlot' | 'unknownSince'>,
  unknownSlotMs: number,
): number | null {
  return holdsSlot && unknownSince !== null ? unknownSince + unknownSlotMs : null;
}
