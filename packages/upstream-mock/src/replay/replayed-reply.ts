import {
  type Exchange,
  pathShape,
  type RecordedUpstream,
  type VideoFacts,
} from '@filmgate/mock-cassettes';
import type { ProviderResponse, WantedRange } from '../http/provider-request.ts';
import { rangeReply } from '../http/range-reply.ts';
import { digestOf, drawnVideo, type ReplayedVideos, withVideos } from './replayed-video.ts';
import type { ReplayedJob } from './replayed-jobs.ts';

/** A recorded response as it is sent. */
export interface ReplayedReply {
  readonly reply: ProviderResponse;
  /** Digest of the file it contains; null without one. */
  readonly video: string | null;
  /** True if it names jobs. */
  readonly isList: boolean;
}

/** Context of a replayed response. */
export interface ReplayedTo {
  /** The job that the call is about. */
  readonly job: ReplayedJob | undefined;
  /** The latest job of this name in the cassette. */
  readonly latest: (name: string) => ReplayedJob | undefined;
  /** URL of the prefix, as the caller reached it. */
  readonly base: string;
  readonly range: WantedRange | null;
}

/** Renders the responses of a cassette with videos, links, and the current ids of its jobs. */
export class ReplayedReplies {
  readonly #upstream: RecordedUpstream;
  readonly #videos: ReplayedVideos;

  constructor(upstream: RecordedUpstream, videos: ReplayedVideos) {
    this.#upstream = upstream;
    this.#videos = videos;
  }

  /** Rejects if a video cannot be drawn. */
  async of({ response }: Exchange, to: ReplayedTo): Promise<ReplayedReply> {
    const { 'content-type': contentType = 'application/octet-stream', ...headers } =
      response.headers;
    if ('video' in response.body) return await this.#file(response.body.video, headers, to);
    const shown = (text: string) => this.#shown(text, to);
    const located: Record<string, string> = {};
    for (const [name, value] of Object.entries(headers)) located[name] = shown(value);
    const bytes = this.#upstream.body(response.body.file);
    const isText = /json|text|xml/.test(contentType);
    const whole = isText
      ? await withVideos(this.#videos, bytes.toString())
      : { text: '', video: null };
    const body = isText ? Buffer.from(shown(whole.text)) : bytes;
    const { status } = response;
    const reply = { kind: 'response', status, contentType, body, headers: located } as const;
    return { reply, video: whole.video, isList: jobShape.test(whole.text) };
  }

  async #file(
    video: VideoFacts,
    headers: Readonly<Record<string, string>>,
    { range }: ReplayedTo,
  ): Promise<ReplayedReply> {
    const body = await drawnVideo(this.#videos, video);
    const sha256 = digestOf(body);
    const served = rangeReply({ contentType: video.type, body, range, sha256 });
    const reply = { ...served, headers: { ...headers, ...served.headers } };
    return { reply, video: served.status < 300 ? sha256 : null, isList: false };
  }

  /** A text of the cassette with ids and links. Links to files name their job: several jobs may share a file. */
  #shown(text: string, { job, latest, base }: ReplayedTo): string {
    return text
      .replaceAll(/(\$job\d+)\$/g, (word, name: string) => {
        const reported = job?.recorded.name === name ? job : latest(name);
        return reported?.id ?? word;
      })
      .replaceAll(pathShape, (link, path: string) =>
        this.#upstream.looseFiles.has(path) ? withJob(link, job) : link,
      )
      .replaceAll('$base', () => base);
  }
}

const jobShape = /\$job\d+\$/;

/** Adds the id of the job to a link to its file, which otherwise belongs to no job. */
function withJob(link: string, job: ReplayedJob | undefined): string {
  return job === undefined ? link : `${link}${link.includes('?') ? '&' : '?'}job=${job.id}`;
}
