import type { MockJob } from '../world/mock-job.ts';
import type { MockWorld } from '../world/mock-world.ts';

/** Until when a video can be fetched where it ends by a token alone, in ms since 1970; null where no end is told. */
export function keptUntil(
  { endsAt, instructions: { resultKeptMs } }: MockJob,
  { clock }: MockWorld,
): number | null {
  return resultKeptMs === null ? null : endsAt + clock.scaled(resultKeptMs);
}
