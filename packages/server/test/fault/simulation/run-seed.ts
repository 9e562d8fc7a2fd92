import { Films } from './film.ts';
import { createSurfaces } from './surfaces.ts';
import type { RareSituation } from './rare-situations.ts';
import { type FailingHistory, searchHistories } from './search-histories.ts';
import { type WorldStoreName, worldStoreFactory } from './world-stores.ts';

/** Histories drawn from one seed. */
export const historiesOfASeed = 500;

export interface SeedReport {
  readonly seed: number;
  readonly failure: FailingHistory | undefined;
  /** In how many histories each situation came up. */
  readonly situations: ReadonlyMap<RareSituation, number>;
}

/** Runs every history of a seed, up to the first that breaks a promise. */
export async function runSeed({
  seed,
  store,
  count = historiesOfASeed,
}: {
  readonly seed: number;
  readonly store: WorldStoreName;
  /** Fewer than all of its histories. */
  readonly count?: number;
}): Promise<SeedReport> {
  const films = await Films.render();
  const surfaces = await createSurfaces();
  const situations = new Map<RareSituation, number>();
  const failure = await searchHistories({
    seed,
    count,
    setting: { films, surfaces, createStore: await worldStoreFactory(store) },
    onHistory: (seen) => {
      for (const situation of seen) situations.set(situation, (situations.get(situation) ?? 0) + 1);
    },
  });
  return { seed, failure, situations };
}
