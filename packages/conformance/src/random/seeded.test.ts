import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeededIds, createSeededRandom } from './seeded.ts';

function take<Item>(count: number, next: () => Item): readonly Item[] {
  return Array.from({ length: count }, next);
}

describe('createSeededIds', () => {
  it('gives 26 lower-case Crockford base32 characters, strictly increasing', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const ids = createSeededIds(seed);
        const given = take(100, () => ids.next());
        for (const id of given) expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
        expect(given).toEqual([...new Set(given)].toSorted());
      }),
    );
  });

  it('gives the same ids for the same seed, and others for another', () => {
    const [one, same, other] = [1, 1, 2].map((seed) => {
      const ids = createSeededIds(seed);
      return take(5, () => ids.next());
    });
    expect(same).toEqual(one);
    expect(other).not.toEqual(one);
  });
});

describe('createSeededRandom', () => {
  it('draws the same numbers for the same seed, all from 0 to below 1', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const drawn = take(50, createSeededRandom(seed));
        expect(take(50, createSeededRandom(seed))).toEqual(drawn);
        for (const number of drawn) {
          expect(number).toBeGreaterThanOrEqual(0);
          expect(number).toBeLessThan(1);
        }
      }),
    );
  });

  it('spreads what it draws', () => {
    const drawn = take(10_000, createSeededRandom(3));
    const mean = drawn.reduce((sum, number) => sum + number, 0) / drawn.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.02);
  });
});
