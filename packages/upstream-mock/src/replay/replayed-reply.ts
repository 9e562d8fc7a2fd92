import { hash } from 'node:crypto';
import { type Exchange, inlineShape, inlineVideo, pathShape } from '@filmgate/mock-cassettes';
import type { ProviderResponse, WantedRange } from '../http/provider-request.ts';
import { rangeReply } from '../http/range-reply.ts';
import type { ResultCache } from '../results/result-cache.ts';
import type { ReplayedJob, ReplaySource } from './replayed-jobs.ts';
import { drawnVideo } from './replayed-video.ts';

/** A recorded response as it is sent. */
export interface ReplayedReply {
  readonly reply: ProviderResponse;
  /** Digest of the file it contains; null without one. */
  readonly video: string | null;
  /** True if it names jobs. */
  readonly isList: boolean;
}

/** Context of a replayed response. */
export interface ReplayedTo extends Pick<ReplaySource, 'upstream' | 'videos'> {
  /** The job that the call is about. */
  readonly job: ReplayedJob | undefined;
  /** Id of the latest job of each name in the cassette. */
  readonly latest: ReadonlyMap<string, string>;
  /** URL of the prefix, as the caller reached it. */
  readonly base: string;
  readonly range: WantedRange | null;
}

/** Renders a response of a cassette with videos, links, and the current ids. Rejects if a video cannot be drawn. */
export async function replayedReply(
  { response }: Exchange,
  to: ReplayedTo,
): Promise<ReplayedReply> {
  const { 'content-type': contentType = 'application/octet-stream', ...headers } = response.headers;
  if ('video' in response.body) {
    const { video } = response.body;
    const body = await drawnVideo(to.videos, video);
    const sha256 = hash('sha256', body);
    const served = rangeReply({ contentType: video.type, body, range: to.range, sha256 });
    const reply = { ...served, headers: { ...headers, ...served.headers } };
    return { reply, video: served.status < 300 ? sha256 : null, isList: false };
  }
  const located: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) located[name] = shown(value, to);
  const reply = {
    kind: 'response',
    status: response.status,
    contentType,
    headers: located,
    body: to.upstream.body(response.body.file),
  } as const;
  if (!/json|text|xml/.test(contentType)) return { reply, video: null, isList: false };
  const { text, video } = await withVideos(to.videos, reply.body.toString());
  const isList = /\$job\d+\$/.test(text);
  return { reply: { ...reply, body: Buffer.from(shown(text, to)) }, video, isList };
}

/** Inserts the videos of a cassette's text as Base64. `video`: digest of the last one; null without any. */
async function withVideos(videos: ResultCache, text: string) {
  let whole = text;
  let video: string | null = null;
  for (const [quoted] of text.matchAll(inlineShape)) {
    const body = Buffer.from(await drawnVideo(videos, inlineVideo(quoted)));
    video = hash('sha256', body);
    whole = whole.replace(quoted, `"${body.toString('base64')}"`);
  }
  return { text: whole, video };
}

/** A text of the cassette with ids and links. Links to files name their job: several jobs may share a file. */
function shown(text: string, { upstream, job, latest, base }: ReplayedTo): string {
  return text
    .replaceAll(/(\$job\d+)\$/g, (word, name: string) =>
      job?.recorded.name === name ? job.id : (latest.get(name) ?? word),
    )
    .replaceAll(pathShape, (link, path: string) => {
      if (job === undefined || !upstream.looseFiles.has(path)) return link;
      return `${link}${link.includes('?') ? '&' : '?'}job=${job.id}`;
    })
    .replaceAll('$base', () => base);
}
