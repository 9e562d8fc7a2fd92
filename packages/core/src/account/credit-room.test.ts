import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demandFor } from '../../test/sample-book.ts';
import { sampleLoad } from '../../test/sample-load.ts';
import type { AccountLoad } from './account.ts';
import { refusalReason } from './account-readiness.ts';
import { coversReservation, freeCredits } from './credit-room.ts';

const credits = fc.nat({ max: 200 });
const anyLoad: fc.Arbitrary<AccountLoad> = fc
  .record({
    credits: fc.option(fc.integer({ min: -50, max: 200 })),
    creditsSource: fc.constantFrom('upstream' as const, 'operator' as const),
    reservedCredits: credits,
    heldCredits: credits,
    takenCredits: credits,
  })
  .map(({ credits: balance, creditsSource, ...load }) =>
    sampleLoad({ credits: balance, creditsSource }, load),
  );

describe('coversReservation', () => {
  it.each([
    ['the balance covers it to the last credit', 16, 8, 0, 8, true],
    ['a credit is missing', 16, 8, 0, 9, false],
    ['others hold what is left', 16, 8, 1, 8, false],
    ['a job that costs nothing', 8, 8, 0, 0, true],
    ['a balance that fell below what is reserved', 7, 8, 0, 0, false],
    ['an unknown balance', null, 1_000, 1_000, 1_000_000, true],
  ])('%s', (_case, balance, reservedCredits, heldCredits, cost, covers) => {
    const load = sampleLoad({ credits: balance }, { reservedCredits, heldCredits });
    expect(coversReservation(load, cost)).toBe(covers);
  });

  it('[credits.reserved-once] never lets takers in any order reserve more than the balance', () => {
    const costs = fc.array(fc.nat({ max: 60 }), { maxLength: 30 });
    fc.assert(
      fc.property(anyLoad, costs, (first, wanted) => {
        let load = first;
        for (const cost of wanted) {
          if (!coversReservation(load, cost)) continue;
          load = { ...load, reservedCredits: load.reservedCredits + cost };
          expect(freeCredits(load) ?? 0).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('what covers a job covers every cheaper one', () => {
    fc.assert(
      fc.property(anyLoad, fc.nat({ max: 300 }), fc.nat({ max: 300 }), (load, one, other) => {
        if (coversReservation(load, Math.max(one, other)))
          expect(coversReservation(load, Math.min(one, other))).toBe(true);
      }),
    );
  });

  it('covers every job the chooser gives to the account, so that no runner chooses in vain for ever', () => {
    fc.assert(
      fc.property(anyLoad, fc.nat({ max: 300 }), (load, cost) => {
        if (refusalReason(load, demandFor('vidA', cost), 1_000) === null)
          expect(coversReservation(load, cost)).toBe(true);
      }),
    );
  });
});
