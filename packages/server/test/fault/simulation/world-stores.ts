import { MemoryWorldStore } from './memory-world-store.ts';
import { emptySqliteImage } from './sqlite-store.ts';
import { SqliteWorldStore } from './sqlite-world-store.ts';
import type { WorldStoreFactory } from './world-store.ts';

/** The stores a world may stand on: the kit's in memory, for many histories, and the embedded one as it is, for fewer. */
export const worldStores = ['memory', 'sqlite'] as const;
export type WorldStoreName = (typeof worldStores)[number];

/** Makes a store of a kind for each history; to be kept, since an empty database is made only once. */
export async function worldStoreFactory(name: WorldStoreName): Promise<WorldStoreFactory> {
  if (name === 'memory') return async (surroundings) => new MemoryWorldStore(surroundings);
  const empty = await emptySqliteImage();
  return (surroundings) => SqliteWorldStore.open(surroundings, empty);
}
