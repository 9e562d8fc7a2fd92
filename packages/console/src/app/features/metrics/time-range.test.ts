import { describe, expect, it } from 'vitest';
import { fillSteps, rangeNames, rangeUntil, readRange, stepsOf } from './time-range.ts';

const now = Date.UTC(2026, 0, 5, 12, 34, 56);

describe('a span up to now', () => {
  it.each([
    ['1h', 60],
    ['24h', 144],
    ['7d', 168],
  ] as const)('of %s has %d whole steps, the last of which has begun', (name, count) => {
    const range = rangeUntil(name, now);
    const steps = stepsOf(range);
    expect(steps).toHaveLength(count);
    expect(steps[0]).toBe(range.from);
    expect(steps.at(-1)).toBeLessThanOrEqual(now);
    expect(range.until).toBeGreaterThan(now);
    expect(range.from % range.stepMs).toBe(0);
  });

  it('is an hour where an address names none we know', () => {
    expect(rangeNames.map(readRange)).toEqual(rangeNames);
    expect([undefined, '', '2h'].map(readRange)).toEqual(['1h', '1h', '1h']);
  });

  it('[console.overview-over-time] leaves steps the server knows nothing of empty', () => {
    const range = { from: 0, until: 240_000, stepMs: 60_000 };
    const [one, three] = [1, 3].map((minute) => ({ at: new Date(minute * 60_000).toISOString() }));
    const stranger = { at: new Date(600_000).toISOString() };
    const known = [three, one, stranger].filter((step) => step !== undefined);
    expect(fillSteps(range, known)).toEqual([undefined, one, undefined, three]);
  });
});
