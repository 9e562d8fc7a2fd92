import { Films } from './film.ts';
import { createSurfaces } from './surfaces.ts';
import { MemoryWorldStore } from './memory-world-store.ts';
import type { RareSituation } from './rare-situations.ts';
import { type FailingHistory, searchHistories } from './search-histories.ts';

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
}: {
  readonly seed: number;
  readonly store: 'memory';
}): Promise<SeedReport> {
  const films = await Films.render();
  const surfaces = await createSurfaces();
  const situations = new Map<RareSituation, number>();
  const failure = await searchHistories({
    seed,
    count: historiesOfASeed,
    setting: {
      films,
      surfaces,
      createStore: async (surroundings) => new MemoryWorldStore(surroundings),
    },
    onHistory: (seen) => {
      for (const situation of seen) situations.set(situation, (situations.get(situation) ?? 0) + 1);
    },
  });
  return { seed, failure, situations };
}
