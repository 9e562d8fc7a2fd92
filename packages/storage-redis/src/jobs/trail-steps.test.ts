import type { TrailStep } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { readStoredStep, storedStep } from './trail-steps.ts';

describe('a stored step', () => {
  it('comes back word for word, with its money or without, and worded like money too', () => {
    const moved = { amount: 7, after: { reserved: 0, held: 0, settled: 7 } } as const;
    const steps: readonly TrailStep[] = [
      { at: 5, what: 'quota', detail: { move: 'settle', deep: [1, { none: null }] }, money: [] },
      {
        at: 9,
        what: 'completed',
        detail: {},
        money: [
          { ledger: 'quota', move: 'settle', unit: 'credits', ...moved },
          { ledger: 'credit', move: 'return', unit: 'usd', accountId: 'a', ...moved },
        ],
      },
    ];
    expect(steps.map((step) => readStoredStep(storedStep(step), 0))).toEqual(steps);
  });

  it('[providers.trail.former] of a former release is a line: a story, or money of what the job costs', () => {
    expect(readStoredStep('[9,"receipt",{"account":"a"}]', 8)).toEqual({
      at: 9,
      what: 'receipt',
      detail: { account: 'a' },
    });
    const money = { ledger: 'quota', move: 'settle', amount: 8 };
    expect(readStoredStep('[9,"quota","settle"]', 8).detail).toEqual(money);
    expect(readStoredStep('[9,"quota","settle",null,8]', 0).detail).toEqual(money);
    const account = { ledger: 'credit', move: 'settle', amount: 8, accountId: 'a' };
    expect(readStoredStep('[9,"credit","settle","a"]', 8).detail).toEqual(account);
    expect(readStoredStep('[9,"credit","settle","a",8]', 0).detail).toEqual(account);
  });
});
