import type { CreatePersonality, PersonalityCall } from '../engine/personality.ts';
import { longestBody } from '../engine/json-body.ts';
import { ownError } from '../http/own-error.ts';
import { readCassette } from './cassette-folder.ts';
import { recordedOutcomes } from './recorded-outcome.ts';
import { headersOf } from './relay.ts';
import type { ReplayMode } from './cassette-mode.ts';
import { notRecorded, Replay, type ReplayOptions } from './replay.ts';
import { createReplayedVideos } from './replayed-video.ts';
import { ReplayOnRecord } from './replay-on-record.ts';

/**
 * The upstreams of a cassette as provider APIs of a space, by the clock of the space.
 *
 * @throws Error if the folder has no cassette
 */
export function replayPersonalities(
  folder: string,
  mode: ReplayMode,
): ReadonlyMap<string, CreatePersonality> {
  const cassette = readCassette(folder);
  const [head] = cassette.lines;
  const upstreams = head?.kind === 'cassette' ? head.upstreams : [];
  const videos = createReplayedVideos();
  return new Map(
    upstreams.map((upstream) => [upstream, createReplaying({ cassette, upstream, mode, videos })]),
  );
}

function createReplaying(
  options: Pick<ReplayOptions, 'cassette' | 'upstream' | 'mode' | 'videos'>,
): CreatePersonality {
  const outcomes = recordedOutcomes(options.cassette, options.upstream);
  return ({ world, seed }) => {
    const record = new ReplayOnRecord(world, options.upstream, outcomes);
    const replay = new Replay({
      ...options,
      seed,
      jobs: record,
      now: () => world.clock.now(),
      scaled: (ms) => world.clock.scaled(ms),
    });
    return {
      isReplayed: true,
      handle: async (call: PersonalityCall) => {
        const { method, url, base, range } = call;
        const body = await call.readBody(longestBody);
        if (body.kind === 'too-long') return ownError(400, 'invalid', 'body too long');
        const contentType = call.header('content-type') ?? '';
        const seen = {
          method,
          url,
          contentType,
          body: body.bytes,
          base,
          range,
          headers: headersOf(call),
        };
        const replayed = await replay.response(seen);
        if (replayed !== undefined) return await record.note(replayed, seen);
        const what = `${method} ${url.pathname}`;
        return notRecorded('not_recorded', `the cassette has no response for ${what}`);
      },
    };
  };
}
