import { readCassette, RecordedUpstream, seeRequest } from '@filmgate/mock-cassettes';
import { longestBody } from '../engine/json-body.ts';
import type { CreatePersonality } from '../engine/personality.ts';
import { readForm } from '../http/multipart-form.ts';
import { textReply } from '../http/provider-request.ts';
import { noteReplayed } from './replay-evidence.ts';
import { Replay } from './replay.ts';
import { ReplayedJobs } from './replayed-jobs.ts';
import { ReplayedReplies } from './replayed-reply.ts';
import { createReplayedVideos } from './replayed-video.ts';

/**
 * The upstreams of a cassette as provider APIs of a space, by the clock of the space.
 *
 * @throws Error if the folder has no cassette
 */
export function replayPersonalities(folder: string): ReadonlyMap<string, CreatePersonality> {
  const cassette = readCassette(folder);
  const videos = createReplayedVideos();
  return new Map(
    cassette.upstreams.map((name) => {
      const upstream = new RecordedUpstream(cassette, name);
      return [name, createReplaying(upstream, new ReplayedReplies(upstream, videos))];
    }),
  );
}

function createReplaying(upstream: RecordedUpstream, replies: ReplayedReplies): CreatePersonality {
  return ({ world, seed }) => {
    const jobs = new ReplayedJobs(world, upstream, seed);
    const replay = new Replay({ world, upstream, jobs, replies });
    return {
      isReplayed: true,
      handle: async (call) => {
        const { method, url, base, range, headers } = call;
        const body = await call.readBody(longestBody);
        if (body.kind === 'too-long') return textReply(413, 'text/plain', 'the body is too long\n');
        const named = Object.entries(headers).map(
          ([name, value]) => [name, String(value)] as const,
        );
        const seen = seeRequest({ method, url, headers: named, body: body.bytes }, readForm);
        const asked = { ...seen, base, range };
        return await noteReplayed(await replay.response(asked), asked, { world, jobs });
      },
    };
  };
}
