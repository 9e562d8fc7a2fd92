import { beforeAll, describe, expect, it } from 'vitest';
import { Videos } from './video.ts';
import { createSurfaces, type Surfaces } from './surfaces.ts';
import { MemoryWorldStore } from './memory-world-store.ts';
import { readNamedHistories } from './named-histories.ts';
import { RareSituations } from './rare-situations.ts';
import { runHistory } from './run-history.ts';

describe('histories that once broke a promise', () => {
  let videos: Videos;
  let surfaces: Surfaces;

  beforeAll(async () => {
    videos = await Videos.render();
    surfaces = await createSurfaces();
  });

  it.each(readNamedHistories())('[simulation.named-histories] $name', async ({ history }) => {
    const { violations } = await runHistory(history, {
      videos,
      surfaces,
      situations: new RareSituations(),
      createStore: async (surroundings) => new MemoryWorldStore(surroundings),
    });
    expect(violations).toEqual([]);
  });
});
