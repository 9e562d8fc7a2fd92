import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { requestClassOf } from './request-class.ts';
import { addRequestCounts } from './add-request-counts.ts';
import { emptyBuckets, largestBucketCount } from './empty-buckets.ts';

describe('the class of a call', () => {
  it.each([
    [200, false, 'ok'],
    [304, false, 'ok'],
    [399, false, 'ok'],
    [400, false, 'refused'],
    [498, false, 'refused'],
    [499, true, 'clientGone'],
    [500, false, 'failed'],
    [504, false, 'failed'],
    [null, false, 'open'],
    [null, true, 'failed'],
  ] as const)('is for status %s, disconnected %s: %s', (status, disconnected, expected) => {
    expect(requestClassOf({ status, disconnected })).toBe(expected);
  });
});

describe('buckets of calls', () => {
  it('begin at the first instant and cover the last', () => {
    const at = (until: number) =>
      emptyBuckets({ from: 100, until, bucketMs: 10 }).map((bucket) => bucket.at);
    expect(at(101)).toEqual([100]);
    expect(at(110)).toEqual([100]);
    expect(at(111)).toEqual([100, 110]);
    expect(at(100 + 10 * largestBucketCount)).toHaveLength(largestBucketCount);
  });

  it.each([
    { from: 0, until: 0, bucketMs: 1 },
    { from: 5, until: 4, bucketMs: 1 },
    { from: -1, until: 4, bucketMs: 1 },
    { from: 0, until: 4, bucketMs: 0 },
    { from: 0.5, until: 4, bucketMs: 1 },
    { from: 0, until: Number.POSITIVE_INFINITY, bucketMs: 1 },
    { from: 0, until: 4, bucketMs: Number.NaN },
    { from: 0, until: largestBucketCount + 1, bucketMs: 1 },
  ])('are refused for %o', (span) => {
    expect(() => emptyBuckets(span)).toThrow(RangeError);
  });
});

const jobCounts = fc.record({
  bucket: fc.integer({ min: 0, max: 5 }),
  requestClass: fc.constantFrom('ok', 'refused', 'failed', 'clientGone', 'open'),
  requests: fc.integer({ min: 1, max: 9 }),
} as const);

test.prop([fc.array(jobCounts)])(
  'counting adds each jobCounts once and changes nothing given',
  (all) => {
    const empty = emptyBuckets({ from: 0, until: 4, bucketMs: 1 });
    const counted = addRequestCounts(empty, all);
    const total = counted.flatMap(({ counts }) => Object.values(counts)).reduce((a, b) => a + b, 0);
    const inside = all.filter(({ bucket }) => bucket < 4);
    expect(total).toBe(inside.reduce((sum, { requests }) => sum + requests, 0));
    expect(addRequestCounts(addRequestCounts(empty, all.slice(0, 2)), all.slice(2))).toEqual(
      counted,
    );
    expect(empty).toEqual(emptyBuckets({ from: 0, until: 4, bucketMs: 1 }));
  },
);
