/** @module-tag long */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { histories, longLives } from './history.ts';
import { RareSituations, situationsOfLongLives } from './rare-situations.ts';
import { runHistory } from './run-history.ts';
import { runSeed, settingOf } from './run-seed.ts';
import { searchHistories } from './search-histories.ts';
import { withinImage } from './sqlite-image.ts';
import { emptySqliteImage } from './sqlite-store.ts';
import { SqliteWorldStore } from './sqlite-world-store.ts';
import type { WorldSetting } from './world.ts';

/** A history costs some five times as much here as on the store in memory. */
const seeds = [2, 3, 4];
const historiesOfEach = 30;
/** Lives with retention and many restarts cost more. */
const longLivesOfOne = 30;
/** Maximum number of long lives until a store that reuses positions is detected; it takes some 45. */
const foundWithin = 300;

/** An empty database that reuses positions of removed jobs, as before its eleventh migration. */
async function forgetfulImage(): Promise<Uint8Array> {
  return withinImage(await emptySqliteImage(), (database) =>
    database.exec('drop trigger job_positions_are_not_reused'),
  );
}

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

  it('[invariants.i3-one-job-per-key][idempotency.known-after-retention][simulation.rare-situations] keeps every promise in long lives', async () => {
    const { failure, situations } = await runSeed({
      seed: 1,
      setting,
      count: longLivesOfOne,
      from: longLives,
    });
    expect(failure).toBeUndefined();
    for (const situation of situationsOfLongLives)
      expect(situations.get(situation) ?? 0, situation).toBeGreaterThan(0);
  }, 120_000);

  it('[simulation.finds-mutants] finds out that a key is forgotten once retention removed the newest job', async () => {
    const image = await forgetfulImage();
    const found = await searchHistories({
      seed: 1,
      count: foundWithin,
      from: longLives,
      shrinks: false,
      setting: {
        ...setting,
        createStore: (surroundings) => SqliteWorldStore.open(surroundings, image),
      },
    });
    expect(found?.violations.some((violation) => violation.startsWith('I3'))).toBe(true);
  }, 120_000);

  it('[simulation.deterministic] runs equal histories equally', async () => {
    const traceOf = async (history: Parameters<typeof runHistory>[0]): Promise<string> => {
      const situations = new RareSituations();
      return (await runHistory(history, { ...setting, situations })).trace;
    };
    for (const history of fc.sample(histories, { seed: 1, numRuns: 10 }))
      expect(await traceOf(history), JSON.stringify(history)).toBe(await traceOf(history));
  }, 120_000);
});
