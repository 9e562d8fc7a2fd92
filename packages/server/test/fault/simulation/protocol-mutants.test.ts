/** @module-tag long */
import { beforeAll, describe, expect, it } from 'vitest';
import { Videos } from './video.ts';
import { createSurfaces, type Surfaces } from './surfaces.ts';
import { histories } from './history.ts';
import { MemoryWorldStore } from './memory-world-store.ts';
import { type ProtocolMutant, protocolMutants, withoutLeases } from './protocol-mutants.ts';
import type { WorldStoreFactory } from './world-store.ts';
import { searchHistories } from './search-histories.ts';

/** Maximum number of histories in which each mutant has to be found. */
const atMost = 20_000;

describe('what breaks the protocol', () => {
  let videos: Videos;
  let surfaces: Surfaces;

  beforeAll(async () => {
    videos = await Videos.render();
    surfaces = await createSurfaces();
  });

  const search = (
    input: Pick<Parameters<typeof searchHistories>[0]['setting'], 'breakage' | 'createStore'>,
    { breaks = '', amid }: Pick<ProtocolMutant, 'amid'> & { readonly breaks?: string } = {},
  ) =>
    searchHistories({
      ...(amid !== undefined && { from: histories.map((drawn) => ({ ...drawn, hazards: amid })) }),
      seed: 10,
      count: atMost,
      shrinks: false,
      matters: (violation) => violation.startsWith(breaks),
      setting: { videos, surfaces, ...input },
    });

  it.each(protocolMutants)(
    '[simulation.finds-mutants] is found out when it $name',
    async ({ ports, ...wish }) => {
      const createStore: WorldStoreFactory = async (surroundings) =>
        new MemoryWorldStore(surroundings);
      const found = await search({ breakage: { ports }, createStore }, wish);
      expect(found?.violations.length).toBeGreaterThan(0);
    },
  );

  it('[simulation.finds-mutants][invariants.i9-stale-epoch] is found out when its store compares no leases', async () => {
    const createStore: WorldStoreFactory = async (surroundings) => {
      const store = new MemoryWorldStore(surroundings);
      return {
        processes: store.processes,
        connect: (nodeNow) => withoutLeases(store.connect(nodeNow)),
        backUp: () => store.backUp(),
        goBack: (to) => store.goBack(to),
      };
    };
    const found = await search({ createStore }, { breaks: 'I9' });
    expect(found?.violations.length).toBeGreaterThan(0);
  });

  it('[simulation.finds-mutants] is found out when its store does not know that it is a copy', async () => {
    const found = await search(
      {
        createStore: async (surroundings) => new MemoryWorldStore(surroundings, { notices: false }),
      },
      { breaks: 'I1: ', amid: ['copied'] },
    );
    expect(found?.violations.length).toBeGreaterThan(0);
  });

  it('[simulation.finds-mutants] is found out when its store does not notice that it went back', async () => {
    const found = await search({
      createStore: async (surroundings) => new MemoryWorldStore(surroundings, { notices: false }),
    });
    expect(found?.violations.length).toBeGreaterThan(0);
  });
});
