import { createJobFactory } from '@filmgate/conformance';
import type { CreditState, Job, JobEffect, QuotaState } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { checkEffects } from './check-effects.ts';

const job = createJobFactory().newJob();
const accountId = 'a1';

function quota(
  from: QuotaState,
  to: QuotaState,
  ...moves: readonly ('hold' | 'settle' | 'refund')[]
) {
  const effects = moves.map((move): JobEffect => ({ kind: 'quota', move }));
  return () => checkEffects({ ...job, quota: from }, { ...job, quota: to }, effects);
}

function credit(
  from: CreditState,
  next: Partial<Job>,
  ...moves: readonly ('reserve' | 'hold' | 'settle' | 'refund' | 'return')[]
) {
  const effects = moves.map((move): JobEffect => ({ kind: 'credit', move, accountId }));
  return () => checkEffects({ ...job, credit: from }, { ...job, ...next }, effects);
}

describe('quota', () => {
  it.each([
    ['reserved', 'held', ['hold']],
    ['reserved', 'settled', ['settle']],
    ['reserved', 'refunded', ['refund']],
    ['held', 'settled', ['settle']],
    ['held', 'refunded', ['refund']],
    ['reserved', 'settled', ['hold', 'settle']],
    ['reserved', 'reserved', []],
  ] as const)('from %s to %s by %j', (from, to, moves) => {
    expect(quota(from, to, ...moves)).not.toThrow();
  });

  it.each([
    ['settled', 'settled', ['settle']],
    ['settled', 'refunded', ['refund']],
    ['refunded', 'settled', ['settle']],
    ['held', 'held', ['hold']],
    ['reserved', 'settled', []],
    ['reserved', 'held', ['settle']],
    ['reserved', 'refunded', ['settle', 'refund']],
  ] as const)('not from %s to %s by %j', (from, to, moves) => {
    expect(quota(from, to, ...moves)).toThrow(/contradicts what is stored/);
  });
});

describe('credit', () => {
  it.each([
    ['none', { credit: 'reserved' }, ['reserve']],
    ['reserved', { credit: 'settled' }, ['settle']],
    ['reserved', { credit: 'refunded' }, ['refund']],
    ['reserved', { credit: 'none' }, ['refund']],
    ['reserved', { credit: 'reserved' }, ['refund', 'reserve']],
    ['refunded', { credit: 'reserved' }, ['reserve']],
    ['reserved', { credit: 'held' }, ['hold']],
    ['held', { credit: 'settled' }, ['settle']],
    ['settled', { credit: 'returned' }, ['return']],
  ] as const)('from %s to %j by %j', (from, next, moves) => {
    expect(credit(from, next, ...moves)).not.toThrow();
  });

  it.each([
    ['reserved', { credit: 'reserved' }, ['reserve']],
    ['settled', { credit: 'reserved' }, ['reserve']],
    ['settled', { credit: 'refunded' }, ['refund']],
    ['returned', { credit: 'returned' }, ['return']],
    ['reserved', { credit: 'none', accountId: 'a1' }, ['refund']],
    ['none', { credit: 'reserved' }, []],
  ] as const)('not from %s to %j by %j', (from, next, moves) => {
    expect(credit(from, next, ...moves)).toThrow(/contradicts what is stored/);
  });
});

describe('slot', () => {
  const move = (from: boolean, to: boolean, ...moves: readonly ('take' | 'release')[]) => {
    const effects = moves.map((one): JobEffect => ({ kind: 'slot', move: one, accountId }));
    return () => checkEffects({ ...job, holdsSlot: from }, { ...job, holdsSlot: to }, effects);
  };

  it('is taken once and released once', () => {
    expect(move(false, true, 'take')).not.toThrow();
    expect(move(true, false, 'release')).not.toThrow();
    expect(move(true, true, 'release', 'take')).not.toThrow();
  });

  it('is neither taken twice, nor released when it is not held, nor changed silently', () => {
    expect(move(true, true, 'take')).toThrow(/twice/);
    expect(move(false, false, 'release')).toThrow(/twice/);
    expect(move(false, true)).toThrow(/contradicts/);
  });
});
