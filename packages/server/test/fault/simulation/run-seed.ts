import type fc from 'fast-check';
import { Videos } from './video.ts';
import type { History } from './history.ts';
import { createSurfaces } from './surfaces.ts';
import type { RareSituation } from './rare-situations.ts';
import { type FailingHistory, searchHistories } from './search-histories.ts';
import type { WorldSetting } from './world.ts';
import { type WorldStoreName, worldStoreFactory } from './world-stores.ts';

/** Histories drawn from one seed. */
export const historiesOfASeed = 500;

export interface SeedReport {
  readonly seed: number;
  readonly failure: FailingHistory | undefined;
  /** Number of histories in which each situation occurred. */
  readonly situations: ReadonlyMap<RareSituation, number>;
}

/** Parts that histories on a store need besides the store; created once for all seeds. */
export async function settingOf(store: WorldStoreName): Promise<Omit<WorldSetting, 'situations'>> {
  const [videos, surfaces, createStore] = await Promise.all([
    Videos.render(),
    createSurfaces(),
    worldStoreFactory(store),
  ]);
  return { videos, surfaces, createStore };
}

/** Runs every history of a seed, up to the first that breaks a promise. */
export async function runSeed({
  seed,
  setting,
  count = historiesOfASeed,
  from,
}: {
  readonly seed: number;
  readonly setting: Omit<WorldSetting, 'situations'>;
  /** Number of its histories to run; default all. */
  readonly count?: number;
  /** Arbitrary of histories; default any. */
  readonly from?: fc.Arbitrary<History>;
}): Promise<SeedReport> {
  const situations = new Map<RareSituation, number>();
  const failure = await searchHistories({
    seed,
    count,
    setting,
    ...(from !== undefined && { from }),
    onHistory: (seen) => {
      for (const situation of seen) situations.set(situation, (situations.get(situation) ?? 0) + 1);
    },
  });
  return { seed, failure, situations };
}
