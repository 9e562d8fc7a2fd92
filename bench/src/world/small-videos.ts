import { renderVideo } from '@filmgate/upstream-mock';
import { usualPrompt } from './bench-job.ts';

/** Frames of the smallest size that a request can specify; one per second makes a valid video. */
const size = { width: 1280, height: 720, framesPerSecond: 1 };
const lengths = [4, 5] as const;

/** Ready videos by their length in seconds. */
export type SmallVideos = ReadonlyMap<number, Uint8Array>;

/** Renders the videos for benchmarks: valid MP4 files of a few kilobytes. */
export async function renderSmallVideos(): Promise<SmallVideos> {
  const scene = {
    ...size,
    prompt: usualPrompt,
    model: 'bench',
    aspectRatio: '16:9',
    resolution: '720p',
    seed: 'bench',
    jobId: 'bench',
    accountLabel: 'bench',
    audio: false,
  };
  const rendered = await Promise.all(
    lengths.map(async (durationSeconds) => {
      const bytes = await renderVideo({ ...scene, durationSeconds });
      return [durationSeconds, bytes] as const;
    }),
  );
  return new Map(rendered);
}

const boxHeadBytes = 8;
const labelBytes = 16;

/** The same video with a `free` box at its end (ISO/IEC 14496-12 §8.1.2), so that no other video has its bytes. */
export function labelled(video: Uint8Array, label: string): Uint8Array {
  const box = Buffer.alloc(boxHeadBytes + labelBytes);
  box.writeUInt32BE(box.length, 0);
  box.write('free', 4, 'latin1');
  box.write(label.slice(-labelBytes), boxHeadBytes, 'latin1');
  return Buffer.concat([video, box]);
}
