import type { PlacedJob } from '../finished/job-cache.ts';
import type { StoreState } from '../store/store-state.ts';
import type { JobMatcher } from './job-matcher.ts';

/** The finished job at a position if it matches, as a list of one or none. */
export function matchFinished(
  { stored }: StoreState,
  position: number,
  { matches, matchesPrompt }: JobMatcher,
): readonly PlacedJob[] {
  if (!matchesPrompt(() => stored.prompt(position))) return [];
  const job = stored.glance(position);
  return job !== undefined && matches(job) ? [stored.remember({ position, job })] : [];
}
