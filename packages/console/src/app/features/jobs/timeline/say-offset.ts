import { saySpan } from '../../../shell/say-time.ts';

const preciseBelowMs = 10_000;

/** How long after the acceptance something was; the first seconds to the hundredth, where most of it happens. */
export function sayOffset(ms: number): string {
  return ms < preciseBelowMs ? `+ ${(Math.max(0, ms) / 1000).toFixed(2)} s` : `+ ${saySpan(ms)}`;
}
