import { expect, test } from 'vitest';
import { runRounds } from './run-rounds.ts';
import { stagedVariants, stageName } from './staged-variants.ts';

const slice = (value: number) => ({ value, processorUs: null, foreignShare: null });

test('runs the program once a round and gives each stage its own part', async () => {
  let runs = 0;
  const measure = async () => {
    runs += 1;
    return new Map([
      ['create', slice(runs)],
      ['get', slice(runs * 10)],
    ]);
  };
  const variants = stagedVariants(['create', 'get'], { prefix: 'store', measure });
  const { rounds } = await runRounds({ variants, rounds: 2, repeats: 0, progress: () => {} });
  expect(runs).toBe(3);
  expect(
    rounds.map((round) => [...round].map(([name, { value }]) => [name, value] as const)),
  ).toEqual([
    [
      ['store: create', 2],
      ['store: get', 20],
    ],
    [
      ['store: create', 3],
      ['store: get', 30],
    ],
  ]);
  expect(stageName('store', 'get')).toBe('store: get');
});

test('says which stage a program did not measure', async () => {
  const measure = async () => new Map([['create', slice(1)]]);
  const variants = stagedVariants(['create', 'claim'], { prefix: 'store', measure });
  const running = runRounds({ variants, rounds: 1, repeats: 0, progress: () => {} });
  await expect(running).rejects.toThrow('store has no stage claim');
});
