import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countRequest, type RequestCount, requestSlots } from './request-count.ts';

const minute = 60_000;
const limits = fc.integer({ min: 1, max: 12 });
/** Ms between requests. */
const gaps = fc.array(fc.oneof(fc.nat({ max: 900 }), fc.nat({ max: 30_000 })), { maxLength: 120 });

/** Instants at which requests passed, and the counts kept. */
function play(limit: number, waits: readonly number[]) {
  let now = 1_750_000_000_000;
  let count: RequestCount = new Map();
  const passed: number[] = [];
  for (const wait of waits) {
    now += wait;
    const outcome = countRequest(count, limit, now);
    if (outcome.kind === 'limited') continue;
    count = outcome.count;
    passed.push(now);
  }
  return { passed, count };
}

describe('counting requests', () => {
  it('[owner-limits.rate.refused] lets no more than the limit pass in any 60 seconds', () => {
    fc.assert(
      fc.property(limits, gaps, (limit, waits) => {
        const { passed } = play(limit, waits);
        for (const from of passed) {
          const within = passed.filter((at) => at >= from && at < from + minute);
          expect(within.length).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });

  it('lets a request pass when fewer than the limit passed in the last 65 seconds', () => {
    fc.assert(
      fc.property(limits, gaps, (limit, waits) => {
        const { passed, count } = play(limit, waits);
        const now = (passed.at(-1) ?? 0) + 1;
        const recent = passed.filter((at) => at > now - 65_000);
        fc.pre(recent.length < limit);
        expect(countRequest(count, limit, now).kind).toBe('passed');
      }),
    );
  });

  it('says when another one passes, exactly', () => {
    fc.assert(
      fc.property(limits, gaps, fc.nat({ max: 70_000 }), (limit, waits, after) => {
        const { passed, count } = play(limit, waits);
        const now = (passed.at(-1) ?? 0) + after;
        const outcome = countRequest(count, limit, now);
        expect(['passed', 'limited']).toContain(outcome.kind);
        if (outcome.kind === 'passed') return;
        const { retryAfterMs } = outcome;
        expect(retryAfterMs).toBeGreaterThan(0);
        expect(retryAfterMs).toBeLessThanOrEqual(65_000);
        expect(countRequest(count, limit, now + retryAfterMs - 1).kind).toBe('limited');
        expect(countRequest(count, limit, now + retryAfterMs).kind).toBe('passed');
      }),
    );
  });

  it('keeps no more numbers than slots, and drops those of a clock that jumped', () => {
    fc.assert(
      fc.property(gaps, (waits) => {
        expect(play(1_000, waits).count.size).toBeLessThanOrEqual(requestSlots);
      }),
    );
    const full: RequestCount = new Map([[1_000_000, 5]]);
    expect(countRequest(full, 5, 5_000).kind).toBe('passed');
  });
});
