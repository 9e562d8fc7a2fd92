import { expect, test } from 'vitest';
import type { Rounds } from '../harness/run-rounds.ts';
import { compare, processorRounds } from './row.ts';

const measured: Rounds = {
  rounds: [
    new Map([
      ['ours', { value: 1_000, processorUs: 300, foreignShare: 0.1, notes: { n: 1 } }],
      ['nginx', { value: 500, processorUs: 200, foreignShare: 0.1 }],
    ]),
  ],
  disturbed: 1,
};

test('compares processor time as it is: more of it is more', () => {
  const names = { benchmark: 'b', workload: 'w', unit: 'µs', ours: 'ours', other: 'nginx' };
  const goal = { atMost: 1.5 };
  const row = compare({ ...names, goal, better: 'less' }, processorRounds(measured));
  expect(row).toMatchObject({ ours: 300, others: 200, ratio: 1.5, processorRatio: null });
  expect(row).toMatchObject({ verdict: 'reached', disturbed: 1, notes: { n: 1 } });
});

test('is no number where the system keeps no account', () => {
  const slice = { value: 7, processorUs: null, foreignShare: null };
  const [round] = processorRounds({ rounds: [new Map([['ours', slice]])], disturbed: 0 }).rounds;
  expect(round?.get('ours')?.value).toBeNaN();
});
