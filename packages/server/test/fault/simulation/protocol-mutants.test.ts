import { beforeAll, describe, expect, it } from 'vitest';
import { Films } from './film.ts';
import { createSurfaces, type Surfaces } from './surfaces.ts';
import { MemoryWorldStore } from './memory-world-store.ts';
import { protocolMutants } from './protocol-mutants.ts';
import { searchHistories } from './search-histories.ts';

/** Histories in which each mutant has to be found out. */
const atMost = 20_000;

describe('what breaks the protocol', () => {
  let films: Films;
  let surfaces: Surfaces;

  beforeAll(async () => {
    films = await Films.render();
    surfaces = await createSurfaces();
  });

  const search = (
    input: Pick<Parameters<typeof searchHistories>[0]['setting'], 'breakage' | 'createStore'>,
  ) =>
    searchHistories({
      seed: 10,
      count: atMost,
      shrinks: false,
      setting: { films, surfaces, ...input },
    });

  it.each(protocolMutants)(
    '[simulation.finds-mutants] is found out when it $name',
    async ({ ports }) => {
      const found = await search({
        breakage: { ports },
        createStore: async (surroundings) => new MemoryWorldStore(surroundings),
      });
      expect(found?.violations.length).toBeGreaterThan(0);
    },
  );

  it('[simulation.finds-mutants] is found out when its store does not notice that it went back', async () => {
    const found = await search({
      createStore: async (surroundings) => new MemoryWorldStore(surroundings, { notices: false }),
    });
    expect(found?.violations.length).toBeGreaterThan(0);
  });
});
