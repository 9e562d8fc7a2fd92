import type { JobEffect } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { readTrailLine, trailLines } from './trail-lines.ts';

describe('trail lines', () => {
  it('come back in order, money with the cost of the job, and a story that is worded like money as a story', () => {
    const story = { at: 5, what: 'quota', detail: { move: 'settle', deep: [1, { none: null }] } };
    const effects: readonly JobEffect[] = [
      { kind: 'quota', move: 'settle' },
      { kind: 'slot', move: 'release', accountId: 'a' },
      { kind: 'trail', entry: story },
      { kind: 'credit', move: 'return', accountId: 'a' },
    ];
    const read = trailLines(effects, 9).map((line) => readTrailLine(line, 8));
    expect(read).toEqual([
      { at: 9, what: 'money', detail: { ledger: 'quota', move: 'settle', amount: 8 } },
      story,
      {
        at: 9,
        what: 'money',
        detail: { ledger: 'credit', move: 'return', amount: 8, accountId: 'a' },
      },
    ]);
  });
});
