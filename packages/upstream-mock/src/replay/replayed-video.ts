import type { VideoFacts } from '@filmgate/mock-cassettes';
import { drawingProblem } from '../media/drawing-limits.ts';
import { renderPng } from '../media/render-png.ts';
import { renderVideo } from '../media/render-video.ts';
import type { ResultCache } from '../results/result-cache.ts';

/** Draws a video similar to the recorded one, with its size and duration where these can be drawn. */
export async function drawnVideo(videos: ResultCache, video: VideoFacts): Promise<Uint8Array> {
  return await videos.get(video.sha256, () => drawn(video));
}

async function drawn(video: VideoFacts): Promise<Uint8Array> {
  const { type, codec, sha256 } = video;
  const isImage = type.startsWith('image/');
  const seconds = video.seconds ?? 0;
  // The header of a fragmented file says 0.
  const durationSeconds = seconds < 0.001 ? 4 : Math.min(seconds, 60);
  const wanted = { width: video.width ?? 640, height: video.height ?? 360 };
  const problem = drawingProblem({ ...wanted, durationSeconds: isImage ? null : durationSeconds });
  const size = problem === undefined ? wanted : { width: 640, height: 360 };
  const scene = {
    ...size,
    prompt: 'a recorded video',
    model: codec ?? type,
    aspectRatio: `${size.width}:${size.height}`,
    resolution: `${size.height}p`,
    seed: sha256,
    jobId: sha256.slice(0, 16),
    accountLabel: 'cassette',
  };
  return isImage
    ? await renderPng(scene)
    : await renderVideo({ ...scene, durationSeconds, audio: false });
}
