import type { BucketPlan } from '../filter/time-span.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Writes instants of a plan as short as they stay distinct. */
export function instantFormat(plan: BucketPlan, language: string): (instant: number) => string {
  const { from, until, bucketMs } = plan;
  const withDate = until - from > dayMs;
  const withTime = bucketMs < dayMs;
  const withSeconds = bucketMs < minuteMs;
  const format = new Intl.DateTimeFormat(language, {
    ...(withDate && { month: 'short', day: 'numeric' }),
    ...(withTime && { hour: '2-digit', minute: '2-digit', hour12: false }),
    ...(withSeconds && { second: '2-digit' }),
    ...(bucketMs < 1_000 && { fractionalSecondDigits: 3 as const }),
  });
  return (instant) => format.format(instant);
}
