import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { Videos } from './video.ts';
import { createSurfaces, type Surfaces } from './surfaces.ts';
import { histories, type History } from './history.ts';
import { MemoryWorldStore } from './memory-world-store.ts';
import { RareSituations } from './rare-situations.ts';
import { runHistory } from './run-history.ts';

describe('the simulated world', () => {
  let videos: Videos;
  let surfaces: Surfaces;

  beforeAll(async () => {
    videos = await Videos.render();
    surfaces = await createSurfaces();
  });

  const traceOf = async (history: History): Promise<string> => {
    const situations = new RareSituations();
    const createStore = async (surroundings: ConstructorParameters<typeof MemoryWorldStore>[0]) =>
      new MemoryWorldStore(surroundings);
    const { trace } = await runHistory(history, { videos, surfaces, situations, createStore });
    return trace;
  };

  it('[simulation.deterministic] runs equal histories equally, and others otherwise', async () => {
    const drawn = fc.sample(histories, { seed: 1, numRuns: 100 });
    const traces = new Set<string>();
    for (const history of drawn) {
      const trace = await traceOf(history);
      expect(await traceOf(structuredClone(history)), JSON.stringify(history)).toBe(trace);
      traces.add(trace);
    }
    expect(traces.size).toBeGreaterThan(90);
  });
});
