import { describe, expect, it } from 'vitest';
import { sampleJob } from '../../test/sample-job.ts';
import type { CreditMove, JobEffect, QuotaMove } from '../job/job-effect.ts';
import type { CreditState, Job, QuotaState } from '../job/job.ts';
import { contradictionIn } from './contradiction-in.ts';

const job = { ...sampleJob('queued'), price: 8 };
const accountId = 'a1';

/** Returns the contradiction of a change of the job. */
function change(from: Partial<Job>, to: Partial<Job>, effects: readonly JobEffect[]) {
  const next = { ...job, ...from, version: job.version + 1, ...to };
  return contradictionIn({ ...job, ...from }, next, effects);
}

function quota(from: QuotaState, to: QuotaState, moves: readonly QuotaMove[], amount = 8) {
  const effects = moves.map((move): JobEffect => ({ kind: 'quota', move, amount }));
  return change({ quota: from }, { quota: to }, effects);
}

function credit(
  from: CreditState,
  next: Partial<Job>,
  moves: readonly CreditMove[],
  amount = 8,
): string | null {
  const unit = 'credits';
  const effects = moves.map(
    (move): JobEffect => ({ kind: 'credit', move, accountId, amount, unit }),
  );
  return change({ credit: from }, next, effects);
}

describe('a change', () => {
  it('is of the same job, which stays what it was accepted as', () => {
    expect(change({}, {}, [])).toBeNull();
    for (const other of [{ id: 'vt_2' }, { version: 3 }, { version: 1 }])
      expect(change({}, other, [])).toMatch(/^it would become/);
    for (const other of [
      { owner: 'native' },
      { surface: 'local' },
      { price: 9 },
      { createdAt: 1 },
    ] as const)
      expect(change({}, other, [])).toMatch(/never change/);
  });

  it('[providers.trail.steps] has one story at most', () => {
    const story = { kind: 'trail', entry: { at: 1, what: 'marked', detail: {} } } as const;
    expect(change({}, {}, [story])).toBeNull();
    expect(change({}, {}, [story, story])).toMatch(/one trail step/);
  });

  it('[providers.money.amounts] moves what the job costs, no more and no less', () => {
    for (const amount of [0, 7, 9, -8, 8.5, Number.NaN]) {
      expect(quota('reserved', 'settled', ['settle'], amount)).toMatch(/instead of 8 credits/);
      expect(credit('none', { credit: 'reserved' }, ['reserve'], amount)).toMatch(
        /instead of 8 credits/,
      );
    }
  });
});

describe('quota', () => {
  it.each([
    ['reserved', 'held', ['hold']],
    ['reserved', 'settled', ['settle']],
    ['reserved', 'released', ['refund']],
    ['held', 'settled', ['settle']],
    ['held', 'released', ['refund']],
    ['reserved', 'settled', ['hold', 'settle']],
    ['reserved', 'reserved', []],
  ] as const)('from %s to %s by %j', (from, to, moves) => {
    expect(quota(from, to, moves)).toBeNull();
  });

  it.each([
    ['settled', 'settled', ['settle']],
    ['settled', 'released', ['refund']],
    ['released', 'settled', ['settle']],
    ['held', 'held', ['hold']],
    ['reserved', 'settled', []],
    ['reserved', 'held', ['settle']],
    ['reserved', 'released', ['settle', 'refund']],
  ] as const)('not from %s to %s by %j', (from, to, moves) => {
    expect(quota(from, to, moves)).not.toBeNull();
  });
});

describe('credit', () => {
  it.each([
    ['none', { credit: 'reserved' }, ['reserve']],
    ['reserved', { credit: 'settled' }, ['settle']],
    ['reserved', { credit: 'released' }, ['refund']],
    ['reserved', { credit: 'none' }, ['refund']],
    ['reserved', { credit: 'reserved' }, ['refund', 'reserve']],
    ['released', { credit: 'reserved' }, ['reserve']],
    ['reserved', { credit: 'held' }, ['hold']],
    ['held', { credit: 'settled' }, ['settle']],
    ['settled', { credit: 'returned' }, ['return']],
  ] as const)('from %s to %j by %j', (from, next, moves) => {
    expect(credit(from, next, moves)).toBeNull();
  });

  it.each([
    ['reserved', { credit: 'reserved' }, ['reserve']],
    ['settled', { credit: 'reserved' }, ['reserve']],
    ['settled', { credit: 'released' }, ['refund']],
    ['returned', { credit: 'returned' }, ['return']],
    ['reserved', { credit: 'none', accountId: 'a1' }, ['refund']],
    ['none', { credit: 'reserved' }, []],
  ] as const)('not from %s to %j by %j', (from, next, moves) => {
    expect(credit(from, next, moves)).not.toBeNull();
  });
});

describe('slot', () => {
  const slot = (from: boolean, to: boolean, ...moves: readonly ('take' | 'release')[]) => {
    const effects = moves.map((move): JobEffect => ({ kind: 'slot', move, accountId }));
    return change({ holdsSlot: from }, { holdsSlot: to }, effects);
  };

  it('is reserved once and released once', () => {
    expect(slot(false, true, 'take')).toBeNull();
    expect(slot(true, false, 'release')).toBeNull();
    expect(slot(true, true, 'release', 'take')).toBeNull();
  });

  it('is neither reserved twice, nor released when it is not held, nor changed silently', () => {
    expect(slot(true, true, 'take')).toMatch(/twice/);
    expect(slot(false, false, 'release')).toMatch(/twice/);
    expect(slot(false, true)).toMatch(/the slot is held/);
  });
});
