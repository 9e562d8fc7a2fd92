/**
 * Counts of durations by the number of their bucket; an absent one is empty. Bucket `n` has the durations above
 * `base^(n-1)` and up to `base^n` ms, as in the exponential histograms of OpenTelemetry at scale 2
 * (https://opentelemetry.io/docs/specs/otel/metrics/data-model/#exponentialhistogram), so that histograms of other
 * minutes and other nodes add up exactly, whatever their range.
 */
export interface DurationHistogram {
  readonly [bucket: string]: number;
}

/** Factor between the ends of neighbouring buckets: an estimate is at most 9.1 % off. */
export const durationBucketBase = 2 ** (1 / 4);

/** Returns the bucket of a duration in ms; less than 1 ms counts as 1 ms. */
export function durationBucketOf(durationMs: number): number {
  return Math.ceil(Math.log2(Math.max(1, durationMs)) * 4);
}

/** Returns the histogram with one more duration, in ms. */
export function addDuration(histogram: DurationHistogram, durationMs: number): DurationHistogram {
  return joinDurations(histogram, { [durationBucketOf(durationMs)]: 1 });
}

/** Returns a histogram of the durations of both. */
export function joinDurations(one: DurationHistogram, other: DurationHistogram): DurationHistogram {
  const joined: { [bucket: string]: number } = { ...one };
  for (const [bucket, count] of Object.entries(other)) {
    joined[bucket] = (joined[bucket] ?? 0) + count;
  }
  return joined;
}

export function countDurations(histogram: DurationHistogram): number {
  return Object.values(histogram).reduce((sum, count) => sum + count, 0);
}

/**
 * Estimates, in ms, the duration that a share of all of them does not exceed (nearest rank): the geometric middle of
 * its bucket.
 *
 * @param share - above 0 and up to 1; 0.95 for p95
 * @returns null for an empty histogram
 */
export function percentileOf(histogram: DurationHistogram, share: number): number | null {
  const rank = Math.max(1, Math.ceil(share * countDurations(histogram)));
  const buckets = Object.entries(histogram)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .toSorted((one, other) => one.bucket - other.bucket);
  let seen = 0;
  for (const { bucket, count } of buckets) {
    seen += count;
    if (seen >= rank) return durationBucketBase ** (bucket - 1 / 2);
  }
  return null;
}
