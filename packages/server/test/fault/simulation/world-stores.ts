import { MemoryWorldStore } from './memory-world-store.ts';
import { emptySqliteImage } from './sqlite-store.ts';
import { SqliteWorldStore } from './sqlite-world-store.ts';
import type { WorldStoreFactory } from './world-store.ts';

/** Stores of a world: the kit's in memory, for many histories, and the real embedded one, for fewer. */
export const worldStores = ['memory', 'sqlite'] as const;
export type WorldStoreName = (typeof worldStores)[number];

/** Returns a factory of stores of a kind, one for each history; keep it, since an empty database is made only once. */
export async function worldStoreFactory(name: WorldStoreName): Promise<WorldStoreFactory> {
  if (name === 'memory') return async (surroundings) => new MemoryWorldStore(surroundings);
  const empty = await emptySqliteImage();
  return (surroundings) => SqliteWorldStore.open(surroundings, empty);
}
