import { describe, expect, test } from 'vitest';
import { runRounds, type Slice, type Variant } from './run-rounds.ts';

/** Two variants; each counted round takes the next share of foreign work, for the second of them. */
function variantsWith(foreignShares: readonly (number | null)[]) {
  const calls: string[] = [];
  let round = 0;
  const slice = (foreignShare: number | null): Slice => ({
    value: round,
    processorUs: null,
    foreignShare,
  });
  const variants: Variant[] = [
    {
      name: 'first',
      measure: async (kind) => {
        calls.push(`first ${kind}`);
        return slice(0);
      },
    },
    {
      name: 'second',
      measure: async (kind) => {
        calls.push(`second ${kind}`);
        if (kind === 'warm-up') return slice(1);
        const measured = slice(foreignShares[round] ?? 0);
        round += 1;
        return measured;
      },
    },
  ];
  return { calls, variants };
}

const progress = (): void => {};

describe('runRounds', () => {
  test('measures the variants in turn, after one round that does not count', async () => {
    const { calls, variants } = variantsWith([0, 0]);
    const measured = await runRounds({ variants, rounds: 2, repeats: 2, progress });
    expect(calls).toEqual([
      'first warm-up',
      'second warm-up',
      'first counted',
      'second counted',
      'first counted',
      'second counted',
    ]);
    expect(measured).toMatchObject({ disturbed: 0 });
    expect(measured.rounds.map((round) => [...round.keys()])).toEqual([
      ['first', 'second'],
      ['first', 'second'],
    ]);
  });

  test('repeats a round in which others took more than a quarter of the core', async () => {
    const { variants } = variantsWith([0.1, 0.26, 0.25]);
    const { rounds, disturbed } = await runRounds({ variants, rounds: 2, repeats: 2, progress });
    expect(rounds.map((round) => round.get('second')?.foreignShare)).toEqual([0.1, 0.25]);
    expect(disturbed).toBe(0);
  });

  test('keeps the least disturbed rounds once no repeats are left, and says how many', async () => {
    const { calls, variants } = variantsWith([0.9, 0.5, 0.1, 0.7]);
    const { rounds, disturbed } = await runRounds({ variants, rounds: 2, repeats: 2, progress });
    expect(calls.filter((call) => call === 'first counted')).toHaveLength(4);
    expect(rounds.map((round) => round.get('second')?.foreignShare)).toEqual([0.1, 0.5]);
    expect(disturbed).toBe(1);
  });

  test('takes every round as quiet where nothing is known of others', async () => {
    const { variants } = variantsWith([null, null]);
    const { rounds, disturbed } = await runRounds({ variants, rounds: 2, repeats: 2, progress });
    expect({ rounds: rounds.length, disturbed }).toEqual({ rounds: 2, disturbed: 0 });
  });
});
