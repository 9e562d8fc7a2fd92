import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgePast, type Past } from './baseline-file.ts';
import type { StorePlace } from './placed-file.ts';

const place: fc.Arbitrary<StorePlace> = fc.record({
  machine: fc.constantFrom('one', 'other', null),
  folder: fc.constantFrom('/one', '/other'),
  file: fc.option(
    fc.record({ inode: fc.constantFrom('1', '2'), born: fc.constantFrom('1', '2', null) }),
  ),
});

/** Two that say the same wherever both say something. */
const isOnePlace = (one: StorePlace, other: StorePlace): boolean =>
  one.folder === other.folder &&
  (one.machine === null || other.machine === null || one.machine === other.machine) &&
  (one.file === null ||
    other.file === null ||
    (one.file.inode === other.file.inode &&
      (one.file.born === null || other.file.born === null || one.file.born === other.file.born)));

const number = fc.integer({ min: 0, max: 1000 });
const past: fc.Arbitrary<Past> = fc.record({
  historyId: fc.constantFrom('one', 'other'),
  incarnation: number,
  commits: number,
  place: fc.option(place),
});

describe('a database and its baseline', () => {
  it('is whole whenever it has all the baseline has, however far it is ahead', () => {
    fc.assert(
      fc.property(past, number, number, (baseline, opened, committed) => {
        const stored = {
          historyId: baseline.historyId,
          incarnation: baseline.incarnation + opened,
          commits: baseline.commits + committed,
          place: baseline.place,
        };
        expect(judgePast(stored, baseline)).toEqual({
          kind: 'whole',
          historyId: baseline.historyId,
        });
        expect(judgePast({ ...stored, historyId: null }, baseline)).toMatchObject({
          kind: 'whole',
        });
      }),
    );
  });

  it('went back whenever it has less of anything, or is of another history; with all of it, it lies elsewhere or is whole', () => {
    fc.assert(
      fc.property(past, past, (stored, baseline) => {
        const has =
          stored.historyId === baseline.historyId &&
          stored.commits >= baseline.commits &&
          stored.incarnation >= baseline.incarnation;
        const verdict = judgePast(stored, baseline);
        const isElsewhere =
          stored.place !== null &&
          baseline.place !== null &&
          !isOnePlace(stored.place, baseline.place);
        const ifWhole = isElsewhere ? 'elsewhere' : 'whole';
        expect(verdict.kind).toBe(has ? ifWhole : 'went-back');
        const missing = 'missingChanges' in verdict ? verdict.missingChanges : null;
        const isCounted =
          stored.historyId === baseline.historyId && stored.commits < baseline.commits;
        expect(missing).toBe(isCounted ? baseline.commits - stored.commits : null);
      }),
    );
  });

  it('went back where it had a baseline and that is missing; without a history it is new', () => {
    fc.assert(
      fc.property(past, (stored) => {
        expect(judgePast(stored, null).kind).toBe('went-back');
        expect(judgePast({ ...stored, historyId: null }, null)).toEqual({ kind: 'new' });
      }),
    );
  });
});
