import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgePast, type Past } from './witness-file.ts';

const number = fc.integer({ min: 0, max: 1000 });
const past: fc.Arbitrary<Past> = fc.record({
  lineage: fc.constantFrom('one', 'other'),
  incarnation: number,
  commits: number,
});

describe('a database and its witness', () => {
  it('is whole whenever it has all the witness saw, however far it is ahead', () => {
    fc.assert(
      fc.property(past, number, number, (witness, opened, committed) => {
        const stored = {
          lineage: witness.lineage,
          incarnation: witness.incarnation + opened,
          commits: witness.commits + committed,
        };
        expect(judgePast(stored, witness)).toEqual({ kind: 'whole', lineage: witness.lineage });
        expect(judgePast({ ...stored, lineage: null }, witness)).toMatchObject({ kind: 'whole' });
      }),
    );
  });

  it('went back whenever it has less of anything, or is of another history', () => {
    fc.assert(
      fc.property(past, past, (stored, witness) => {
        const has =
          stored.lineage === witness.lineage &&
          stored.commits >= witness.commits &&
          stored.incarnation >= witness.incarnation;
        const verdict = judgePast(stored, witness);
        expect(verdict.kind).toBe(has ? 'whole' : 'gone-back');
        const missing = 'missingChanges' in verdict ? verdict.missingChanges : null;
        const isCounted = stored.lineage === witness.lineage && stored.commits < witness.commits;
        expect(missing).toBe(isCounted ? witness.commits - stored.commits : null);
      }),
    );
  });

  it('went back where it was witnessed and its witness is missing; without a history it is new', () => {
    fc.assert(
      fc.property(past, (stored) => {
        expect(judgePast(stored, null).kind).toBe('gone-back');
        expect(judgePast({ ...stored, lineage: null }, null)).toEqual({ kind: 'new' });
      }),
    );
  });
});
