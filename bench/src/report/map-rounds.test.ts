import { describe, expect, test } from 'vitest';
import { mapRounds } from './row.ts';

const slice = (value: number) => ({ value, processorUs: 7, foreignShare: 0.5 });
const measured = {
  rounds: [
    new Map([
      ['bare', slice(2)],
      ['ours', slice(5)],
    ]),
    new Map([
      ['bare', slice(4)],
      ['ours', slice(5)],
    ]),
  ],
  disturbed: 1,
};

describe('mapRounds', () => {
  test('changes every slice of every round and nothing else', () => {
    const mapped = mapRounds(measured, (one) => ({ ...one, value: one.value * 10 }));
    expect(mapped.disturbed).toBe(1);
    expect(mapped.rounds.map((round) => [...round.entries()])).toEqual([
      [
        ['bare', slice(20)],
        ['ours', slice(50)],
      ],
      [
        ['bare', slice(40)],
        ['ours', slice(50)],
      ],
    ]);
  });
});
