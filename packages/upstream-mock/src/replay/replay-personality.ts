import {
  readCassette,
  type ReadProgress,
  RecordedUpstream,
  seeRequest,
} from '@filmgate/mock-cassettes';
import { longestBody } from '../engine/json-body.ts';
import type { CreatePersonality } from '../engine/personality.ts';
import { readForm } from '../http/multipart-form.ts';
import { textReply } from '../http/provider-request.ts';
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
      return [name, ({ world }) => replaying(new Replay({ world, upstream, videos }))];
    }),
  );
}

function replaying(replay: Replay): ReturnType<CreatePersonality> {
  return {
    isReplayed: true,
    handle: async (call) => {
      const { method, url, base, range, headers } = call;
      const body = await call.readBody(longestBody);
      if (body.kind === 'too-long') return textReply(413, 'text/plain', 'the body is too long\n');
      const named = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
      const seen = seeRequest({ method, url, headers: named, body: body.bytes }, readForm);
      return await replay.response({ ...seen, base, range });
    },
  };
}
