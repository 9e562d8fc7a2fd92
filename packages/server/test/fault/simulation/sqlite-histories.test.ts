import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { histories } from './history.ts';
import { RareSituations } from './rare-situations.ts';
import { runHistory } from './run-history.ts';
import { runSeed, settingOf } from './run-seed.ts';
import type { WorldSetting } from './world.ts';

/** A history costs here some five times what it costs on the store in memory. */
const seeds = [2, 3, 4];
const historiesOfEach = 30;

describe('the simulated world on the embedded store', () => {
  let setting: Omit<WorldSetting, 'situations'>;

  beforeAll(async () => {
    setting = await settingOf('sqlite');
  });

  afterAll(() => setting.surfaces?.close());

  it.each(seeds)(
    '[invariants.i1-one-submission][invariants.i2-accepted-survives][invariants.i3-one-job-per-key][invariants.i4-ledger-balanced][invariants.i5-refund-with-proof][invariants.i8-final-states][invariants.i14-heals] keeps every promise with seed %i',
    async (seed) => {
      const { failure } = await runSeed({ seed, setting, count: historiesOfEach });
      expect(failure).toBeUndefined();
    },
    120_000,
  );

  it('[simulation.deterministic] runs equal histories equally', async () => {
    const traceOf = async (history: Parameters<typeof runHistory>[0]): Promise<string> => {
      const situations = new RareSituations();
      return (await runHistory(history, { ...setting, situations })).trace;
    };
    for (const history of fc.sample(histories, { seed: 1, numRuns: 10 }))
      expect(await traceOf(history), JSON.stringify(history)).toBe(await traceOf(history));
  }, 120_000);
});
