import { readCassette, type ReadProgress, RecordedUpstream } from '@filmgate/mock-cassettes';
import type { CreatePersonality } from '../engine/personality.ts';
import { createResultCache } from '../results/result-cache.ts';
import { Replay } from './replay.ts';

/**
 * The upstreams of a cassette as provider APIs of a space, by the clock of the space.
 *
 * @throws Error if the folder has no cassette
 */
export function replayPersonalities(
  folder: string,
  onProgress?: ReadProgress,
): ReadonlyMap<string, CreatePersonality> {
  const cassette = readCassette(folder, onProgress);
  const videos = createResultCache();
  return new Map(
    cassette.upstreams.map((name) => {
      const upstream = new RecordedUpstream(cassette, name);
      return [name, ({ world }) => new Replay({ world, upstream, videos })];
    }),
  );
}
