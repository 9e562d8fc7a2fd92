import { describe, expect, test } from 'vitest';
import { addedRounds } from './added-rounds.ts';
import { mapRounds } from './map-rounds.ts';

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
const valuesOf = (rounds: typeof measured, name: string) =>
  rounds.rounds.map((round) => round.get(name)?.value);

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

describe('addedRounds', () => {
  test('takes the baseline of the same round away, and says nothing of processor time', () => {
    const added = addedRounds(measured, 'bare');
    expect(added.disturbed).toBe(1);
    expect(added.rounds.map((round) => round.get('ours')?.value)).toEqual([3, 1]);
    expect(added.rounds.map((round) => round.get('bare')?.value)).toEqual([0, 0]);
    expect(added.rounds[0]?.get('ours')?.processorUs).toBeNull();
    expect(valuesOf(measured, 'ours')).toEqual([5, 5]);
  });

  test('is no number without a baseline', () => {
    const added = addedRounds(measured, 'nobody');
    expect(added.rounds[0]?.get('ours')?.value).toBeNaN();
  });
});
