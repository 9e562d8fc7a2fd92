import { describe, expect, test } from 'vitest';
import type { Rounds, Slice } from '../harness/run-rounds.ts';
import { type Comparison, compare, check } from './row.ts';

const comparison: Comparison = {
  benchmark: 'b',
  workload: 'w',
  unit: '/s',
  ours: 'mine',
  other: 'theirs',
  goal: { atLeast: 0.5 },
  better: 'more',
};

function slice(value: number, processorUs: number | null = null): Slice {
  return { value, processorUs, foreignShare: null };
}

/** Rounds of two variants, each given as [mine, theirs]. */
function roundsOf(pairs: readonly (readonly [Slice, Slice])[], disturbed = 0): Rounds {
  const rounds = pairs.map(
    ([mine, theirs]) =>
      new Map([
        ['mine', mine],
        ['theirs', theirs],
      ]),
  );
  return { rounds, disturbed };
}

describe('compare', () => {
  test('gives the median of the ratios of one round, not the ratio of the medians', () => {
    const measured = roundsOf([
      [slice(10), slice(100)],
      [slice(50), slice(50)],
      [slice(60), slice(20)],
    ]);
    expect(compare(comparison, measured)).toMatchObject({ ratio: 1, ours: 50, others: 50 });
    const skewed = roundsOf([
      [slice(10), slice(20)],
      [slice(90), slice(100)],
      [slice(40), slice(400)],
    ]);
    expect(compare(comparison, skewed)).toMatchObject({ ratio: 0.5, ours: 40, others: 100 });
  });

  test('turns processor time round where more is better, each by its least disturbed slice', () => {
    const measured = roundsOf([
      [slice(1, 40), slice(1, 90)],
      [slice(1, 80), slice(1, 20)],
    ]);
    expect(compare(comparison, measured).processorRatio).toBe(0.5);
    expect(compare({ ...comparison, better: 'less' }, measured).processorRatio).toBe(2);
  });

  test('has no processor ratio where the system keeps no account', () => {
    const measured = roundsOf([[slice(1, 10), slice(1)]]);
    expect(compare(comparison, measured).processorRatio).toBeNull();
  });

  test('holds the goal against processor time, and against the ratio where that was asked for or all that is known', () => {
    const pairs = [1, 2, 3].map(() => [slice(20, 10), slice(100, 9)] as const);
    expect(compare(comparison, roundsOf(pairs, 1))).toMatchObject({
      verdict: 'reached',
      disturbed: 1,
    });
    const byRatio = { ...comparison, checkedBy: 'ratio' } as const;
    expect(compare(byRatio, roundsOf(pairs)).verdict).toBe('missed');
    expect(compare(comparison, roundsOf([[slice(20), slice(100)]])).verdict).toBe('missed');
  });

  test('is invalid when a ceiling was passed, by rate or by processor time', () => {
    const ceiling = { ...comparison, isCeiling: true };
    expect(compare(ceiling, roundsOf([[slice(101), slice(100)]])).verdict).toBe('invalid');
    expect(compare(ceiling, roundsOf([[slice(90, 9), slice(100, 10)]])).verdict).toBe('invalid');
    expect(compare(ceiling, roundsOf([[slice(90, 11), slice(100, 10)]])).verdict).toBe('reached');
    expect(compare(comparison, roundsOf([[slice(101), slice(100)]])).verdict).toBe('reached');
  });

  test('leaves out rounds in which one of the two is missing', () => {
    const both = roundsOf([[slice(30), slice(10)]]).rounds;
    const rounds = [...both, new Map([['mine', slice(1_000)]])];
    expect(compare(comparison, { rounds, disturbed: 0 })).toMatchObject({ ratio: 3, ours: 30 });
  });

  test('gives the medians of our own notes', () => {
    const noted = (ms: number): Slice => ({ ...slice(1), notes: { 'p99 ms': ms } });
    const measured = roundsOf([
      [noted(4), slice(1)],
      [noted(2), slice(1)],
      [noted(30), slice(1)],
    ]);
    expect(compare(comparison, measured).notes).toEqual({ 'p99 ms': 4 });
  });
});

describe('check', () => {
  test.for([
    [{ atLeast: 0.5 }, 0.5, 'reached'],
    [{ atLeast: 0.5 }, 0.499, 'missed'],
    [{ atMost: 1.5 }, 1.5, 'reached'],
    [{ atMost: 1.5 }, 1.501, 'missed'],
    [{ atLeast: 0.5 }, Number.NaN, 'missed'],
    [{ atMost: 1.5 }, Number.NaN, 'missed'],
    [null, 7, 'no goal'],
  ] as const)('%j and %d: %s', ([goal, ratio, verdict]) => {
    expect(check(goal, ratio)).toBe(verdict);
  });
});
