import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectRollback, type Past } from './baseline-file.ts';
import type { StoreLocation } from './located-file.ts';

const location: fc.Arbitrary<StoreLocation> = fc.record({
  machine: fc.constantFrom('one', 'other', null),
  folder: fc.constantFrom('/one', '/other'),
  file: fc.option(
    fc.record({ inode: fc.constantFrom('1', '2'), born: fc.constantFrom('1', '2', null) }),
  ),
});

/** True when two locations agree wherever both have a value. */
const isOneLocation = (one: StoreLocation, other: StoreLocation): boolean =>
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
  location: fc.option(location),
});

describe('a database and its baseline', () => {
  it('is whole whenever it has all the baseline has, however far it is ahead', () => {
    fc.assert(
      fc.property(past, number, number, (baseline, opened, committed) => {
        const stored = {
          historyId: baseline.historyId,
          incarnation: baseline.incarnation + opened,
          commits: baseline.commits + committed,
          location: baseline.location,
        };
        expect(detectRollback(stored, baseline)).toEqual({
          kind: 'whole',
          historyId: baseline.historyId,
        });
        expect(detectRollback({ ...stored, historyId: null }, baseline)).toMatchObject({
          kind: 'whole',
        });
      }),
    );
  });

  it('went back whenever it has less of anything, or is of another history; with all of it, it is at another location or complete', () => {
    fc.assert(
      fc.property(past, past, (stored, baseline) => {
        const has =
          stored.historyId === baseline.historyId &&
          stored.commits >= baseline.commits &&
          stored.incarnation >= baseline.incarnation;
        const verdict = detectRollback(stored, baseline);
        const isElsewhere =
          stored.location !== null &&
          baseline.location !== null &&
          !isOneLocation(stored.location, baseline.location);
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
        expect(detectRollback(stored, null).kind).toBe('went-back');
        expect(detectRollback({ ...stored, historyId: null }, null)).toEqual({ kind: 'new' });
      }),
    );
  });
});
