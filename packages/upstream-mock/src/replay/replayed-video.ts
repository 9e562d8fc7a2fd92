import { createHash } from 'node:crypto';
import { inlineShape, inlineVideo, type VideoFacts } from '@filmgate/mock-cassettes';
import { drawingProblem } from '../media/drawing-limits.ts';
import { renderPng } from '../media/render-png.ts';
import { renderVideo } from '../media/render-video.ts';
import { createResultCache, type ResultCache } from '../results/result-cache.ts';

/** Videos drawn so far, by the digest of the recorded ones; shared by the replays of a cassette. */
export type ReplayedVideos = ResultCache<string>;

/** Bytes: about ten videos. */
const keptBytes = 64 * 1024 * 1024;

export function createReplayedVideos(): ReplayedVideos {
  return createResultCache({ maximumBytes: keptBytes });
}

/** Draws a video similar to the recorded one, with its size and duration where these can be drawn. */
export async function drawnVideo(videos: ReplayedVideos, video: VideoFacts): Promise<Uint8Array> {
  return await videos.get(video.sha256, () => drawn(video));
}

/** Inserts the videos of a cassette's text as Base64. `video`: digest of the last one; null without any. */
export async function withVideos(
  videos: ReplayedVideos,
  text: string,
): Promise<{ readonly text: string; readonly video: string | null }> {
  let whole = text;
  let video: string | null = null;
  for (const [quoted] of text.matchAll(inlineShape)) {
    const body = Buffer.from(await drawnVideo(videos, inlineVideo(quoted)));
    video = digestOf(body);
    whole = whole.replace(quoted, `"${body.toString('base64')}"`);
  }
  return { text: whole, video };
}

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function drawn(video: VideoFacts): Promise<Uint8Array> {
  const { width, height, sha256 } = video;
  const seconds = video.seconds ?? 0;
  const isImage = video.type.startsWith('image/');
  const wanted = {
    width: width ?? 640,
    height: height ?? 360,
    durationSeconds: isImage ? null : lasting(seconds),
  };
  const size = drawingProblem(wanted) === undefined ? wanted : { width: 640, height: 360 };
  const scene = {
    ...size,
    prompt: 'a recorded video',
    model: video.codec ?? video.type,
    aspectRatio: `${size.width}:${size.height}`,
    resolution: `${size.height}p`,
    seed: sha256,
    jobId: sha256.slice(0, 16),
    accountLabel: 'cassette',
  };
  if (isImage) return await renderPng(scene);
  return await renderVideo({
    ...scene,
    durationSeconds: lasting(seconds),
    audio: false,
  });
}

/** In seconds; the header of a fragmented file says 0. */
function lasting(seconds: number): number {
  return seconds < 0.001 ? 4 : Math.min(seconds, 60);
}
