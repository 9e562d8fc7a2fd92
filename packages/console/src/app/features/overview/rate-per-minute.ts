import type { MetricsOverTime } from '../metrics/samples-query.ts';

const minuteMs = 60_000;

/** Ended calls per minute since the first known step; null where every step is unknown. */
export function ratePerMinute(
  { times, steps, total }: Pick<MetricsOverTime, 'times' | 'steps' | 'total'>,
  now: number,
): number | null {
  const first = times[steps.findIndex((step) => step !== undefined)];
  if (first === undefined || total === null) return null;
  return total.calls / Math.max(1, (now - first) / minuteMs);
}
