import type { Cassette } from './cassette-folder.ts';
import type { ReplayMode } from './cassette-mode.ts';
import { Replay } from './replay.ts';
import { createReplayedVideos } from './replayed-video.ts';
import { createReplayedJobs } from './replayed-jobs.ts';
import type { RecorderOptions } from './proxy-session.ts';

/**
 * Recorded exchanges of a cassette, by upstream.
 *
 * @throws Error if it was recorded from other upstreams
 */
export function replaysOf(
  cassette: Cassette,
  {
    upstreams,
    now,
    mode,
  }: Pick<RecorderOptions, 'upstreams' | 'now'> & { readonly mode: ReplayMode },
): ReadonlyMap<string, Replay> {
  const [head] = cassette.lines;
  const before = head?.kind === 'cassette' ? head.upstreams : [];
  if (before.toSorted().join() !== [...upstreams.keys()].toSorted().join())
    throw new Error(`the cassette has the upstreams ${before.join(', ')}`);
  const videos = createReplayedVideos();
  const jobs = createReplayedJobs();
  const rest = { mode, seed: 'record', now, scaled: (ms: number) => ms, videos, jobs } as const;
  return new Map(before.map((upstream) => [upstream, new Replay({ cassette, upstream, ...rest })]));
}
