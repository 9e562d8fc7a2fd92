import { describe, expect, it } from 'vitest';
import { type RareSituation, rareSituations } from './rare-situations.ts';
import { historiesOfASeed, runSeed } from './run-seed.ts';

const seedsOfAPart = 10;
/** A situation that is to be tested has to come up at least once in so many histories. */
const onceIn = 2_000;

/** One part of the 20,000 histories of `npm test`, so that every core has some. */
export function provePromises(part: 1 | 2 | 3 | 4): void {
  describe(`part ${part} of the histories of the simulated world`, () => {
    const seeds = Array.from(
      { length: seedsOfAPart },
      (_, index) => (part - 1) * seedsOfAPart + index + 1,
    );
    const seen = new Map<RareSituation, number>();

    it.each(seeds)(
      '[invariants.i1-one-submission][invariants.i2-accepted-survives][invariants.i3-one-job-per-key][invariants.i4-ledger-balanced][invariants.i5-refund-with-proof][invariants.i6-unknown-not-resubmitted][invariants.i7-completed-on-disk][invariants.i8-final-states][invariants.i10-account-cap][invariants.i12-revoked-credential][invariants.i14-heals][simulation.unknown-is-explained][simulation.served-film-never-failed] keep every promise with seed %i',
      async (seed) => {
        const { failure, situations } = await runSeed({ seed, store: 'memory' });
        expect(
          failure,
          `npm run simulate -- --seed ${seed} --keep "what goes wrong"`,
        ).toBeUndefined();
        for (const [situation, count] of situations)
          seen.set(situation, (seen.get(situation) ?? 0) + count);
      },
      120_000,
    );

    it('[simulation.rare-situations] meet every rare situation', () => {
      const least = Math.floor((seedsOfAPart * historiesOfASeed) / onceIn);
      const missing = rareSituations.filter((situation) => (seen.get(situation) ?? 0) < least);
      expect(missing, JSON.stringify(Object.fromEntries(seen))).toEqual([]);
    });
  });
}
