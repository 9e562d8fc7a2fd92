import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import {
  addDuration,
  countDurations,
  type DurationHistogram,
  durationBucketBase,
  joinDurations,
  percentileOf,
} from './duration-histogram.ts';

const empty: DurationHistogram = {};
const durations = fc.array(fc.integer({ min: 1, max: 7_200_000 }), { minLength: 1, maxLength: 60 });
const histogramOf = (values: readonly number[]): DurationHistogram =>
  values.reduce(addDuration, empty);

describe('a histogram of durations', () => {
  it('has no percentile while it is empty', () => {
    expect(percentileOf({}, 0.5)).toBeNull();
    expect(countDurations({})).toBe(0);
  });

  it.each([
    [0, 0],
    [0.4, 0],
    [1, 0],
    [2, 4],
    [1_000, 40],
    [1_024, 40],
    [1_025, 41],
    [7_200_000, 92],
  ])('puts %d ms into bucket %d', (durationMs, bucket) => {
    expect(addDuration({}, durationMs)).toEqual({ [bucket]: 1 });
  });

  it('survives JSON', () => {
    const histogram = histogramOf([1, 40, 40, 900_000]);
    expect(JSON.parse(JSON.stringify(histogram))).toEqual(histogram);
  });
});

/** The exact percentile by nearest rank. */
function exact(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1] ?? Number.NaN;
}

const shares = fc.constantFrom(0.01, 0.25, 0.5, 0.9, 0.95, 0.99, 1);

test.prop([durations, shares])(
  '[samples.percentiles] estimates a percentile at most half a bucket off',
  (values, share) => {
    const estimated = percentileOf(histogramOf(values), share) ?? Number.NaN;
    const factor = estimated / exact(values, share);
    const most = Math.sqrt(durationBucketBase) * (1 + 1e-9);
    expect(factor).toBeLessThanOrEqual(most);
    expect(factor).toBeGreaterThanOrEqual(1 / most);
  },
);

test.prop([durations, durations])(
  '[samples.percentiles] joined histograms are that of all durations',
  (some, others) => {
    const joined = joinDurations(histogramOf(some), histogramOf(others));
    expect(joined).toEqual(histogramOf([...some, ...others]));
    expect(joined).toEqual(joinDurations(histogramOf(others), histogramOf(some)));
    expect(countDurations(joined)).toBe(some.length + others.length);
  },
);

test.prop([durations])('a higher share is never a shorter duration', (values) => {
  const histogram = histogramOf(values);
  const estimates = [0.1, 0.5, 0.9, 1].map((share) => percentileOf(histogram, share) ?? Number.NaN);
  expect(estimates).toEqual(estimates.toSorted((one, other) => one - other));
});
