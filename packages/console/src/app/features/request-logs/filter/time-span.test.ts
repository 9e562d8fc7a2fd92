import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { planBuckets, presetAddress, presetNames, spanAddress, spanOf } from './time-span.ts';

const now = Date.UTC(2026, 0, 2, 12);
const hour = 3_600_000;

describe('the span in the address', () => {
  it('is the last day where nothing is said, or nothing that makes sense', () => {
    const day = { preset: '24h', from: now - 24 * hour, until: now };
    for (const address of [
      {},
      { range: 'ever' },
      { from: 'x', to: 'y' },
      { from: '2026-01-02T00:00:00Z' },
      { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' },
    ])
      expect(spanOf(address, now)).toEqual(day);
  });

  it.each(presetNames)('is found again for %s', (preset) => {
    expect(spanOf(presetAddress(preset), now)).toMatchObject({ preset, until: now });
  });
});

const instants = fc
  .tuple(fc.integer({ min: 0, max: now }), fc.integer({ min: 1, max: now }))
  .map(([from, length]) => ({ from, until: from + length }));

test.prop([instants])('two instants are found again', (span) => {
  expect(spanOf(spanAddress(span), now)).toEqual({ preset: null, ...span });
});

describe('the buckets of a span', () => {
  it.each([
    ['15m', 15_000],
    ['1h', 60_000],
    ['24h', 30 * 60_000],
    ['7d', 3 * hour],
    ['30d', 12 * hour],
  ])('of %s are %d ms long', (range, bucketMs) => {
    expect(planBuckets(spanOf({ range }, now), { most: 62, zoneMs: 0 }).bucketMs).toBe(bucketMs);
  });

  it('of a preset begin at midnight where one is', () => {
    const span = spanOf({ range: '30d' }, now);
    const { from, bucketMs } = planBuckets(span, { most: 32, zoneMs: 8 * hour });
    expect([bucketMs, new Date(from).toISOString()]).toEqual([
      24 * hour,
      '2025-12-02T16:00:00.000Z',
    ]);
  });
});

const room = fc.record({
  most: fc.integer({ min: 10, max: 400 }),
  zoneMs: fc.integer({ min: -14, max: 14 }).map((hours) => hours * hour),
});
const countOf = ({ from, until, bucketMs }: ReturnType<typeof planBuckets>): number =>
  Math.ceil((until - from) / bucketMs);

test.prop([instants, room])(
  'chosen instants are kept, in buckets there is room for',
  (span, given) => {
    const plan = planBuckets({ preset: null, ...span }, given);
    expect(plan).toMatchObject(span);
    expect(countOf(plan)).toBeGreaterThan(0);
    expect(countOf(plan)).toBeLessThanOrEqual(given.most);
  },
);

test.prop([fc.constantFrom(...presetNames), room, fc.integer({ min: 0, max: 100_000_000 })])(
  'buckets of a preset cover it, are whole, and no more than there is room for',
  (range, given, later) => {
    const span = spanOf({ range }, now + later);
    const plan = planBuckets(span, given);
    const { from, until, bucketMs } = plan;
    expect(from).toBeLessThanOrEqual(span.from);
    expect(span.from - from).toBeLessThan(bucketMs);
    expect(until).toBeGreaterThan(span.until);
    expect(countOf(plan) * bucketMs).toBe(until - from);
    expect(countOf(plan)).toBeLessThanOrEqual(given.most);
  },
);
