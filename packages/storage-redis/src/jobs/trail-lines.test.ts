import { type JobEffect, trailLines } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { readTrailLine, trailLine } from './trail-lines.ts';

describe('trail lines', () => {
  it('come back in order, money with its amount, and a story that is worded like money as a story', () => {
    const story = { at: 5, what: 'quota', detail: { move: 'settle', deep: [1, { none: null }] } };
    const effects: readonly JobEffect[] = [
      { kind: 'quota', move: 'settle', amount: 8 },
      { kind: 'slot', move: 'release', accountId: 'a' },
      { kind: 'trail', entry: story },
      { kind: 'credit', move: 'return', accountId: 'a', amount: 7, unit: 'usd' },
    ];
    const read = trailLines(effects, 9).map((line) => readTrailLine(trailLine(line), 0));
    expect(read).toEqual([
      { at: 9, what: 'money', detail: { ledger: 'quota', move: 'settle', amount: 8 } },
      story,
      {
        at: 9,
        what: 'money',
        detail: { ledger: 'credit', move: 'return', amount: 7, accountId: 'a', unit: 'usd' },
      },
    ]);
  });

  it('of a former release are about what the job costs', () => {
    const money = { ledger: 'quota', move: 'settle', amount: 8 };
    expect(readTrailLine('[9,"quota","settle"]', 8).detail).toEqual(money);
    const account = { ledger: 'credit', move: 'settle', amount: 8, accountId: 'a' };
    expect(readTrailLine('[9,"credit","settle","a"]', 8).detail).toEqual(account);
  });
});
