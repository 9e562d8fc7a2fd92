import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgePast, type Past } from './baseline-file.ts';

const number = fc.integer({ min: 0, max: 1000 });
const past: fc.Arbitrary<Past> = fc.record({
  historyId: fc.constantFrom('one', 'other'),
  incarnation: number,
  commits: number,
});

describe('a database and its baseline', () => {
  it('is whole whenever it has all the baseline has, however far it is ahead', () => {
    fc.assert(
      fc.property(past, number, number, (baseline, opened, committed) => {
        const stored = {
          historyId: baseline.historyId,
          incarnation: baseline.incarnation + opened,
          commits: baseline.commits + committed,
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

  it('went back whenever it has less of anything, or is of another history', () => {
    fc.assert(
      fc.property(past, past, (stored, baseline) => {
        const has =
          stored.historyId === baseline.historyId &&
          stored.commits >= baseline.commits &&
          stored.incarnation >= baseline.incarnation;
        const verdict = judgePast(stored, baseline);
        expect(verdict.kind).toBe(has ? 'whole' : 'gone-back');
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
        expect(judgePast(stored, null).kind).toBe('gone-back');
        expect(judgePast({ ...stored, historyId: null }, null)).toEqual({ kind: 'new' });
      }),
    );
  });
});
