import { createHash } from 'node:crypto';
import { stripMagicTokens } from '../job/strip-magic-tokens.ts';
import { aliasOf } from '../job/mock-account.ts';
import type { MockJob } from '../job/mock-job.ts';
import { usualSeconds } from '../job/plan-job.ts';

/** Additional duration of a `wrong-duration` result, in seconds. */
const extraSeconds = 2;

/** Number of changed bytes in the middle of a `corrupt` result. */
const corruptBytes = 64;

/** Maximum prompt length of any provider's API, in characters. */
const longestText = 32_000;

/** Digest of all inputs of a job's result: equal digests mean equal bytes. */
export function drawnOf(job: MockJob, seed: string): string {
  const { mediaType, durationSeconds, audio, instructions } = job;
  const { truncateTo, corrupt, wrongDuration, noMoov } = instructions;
  const damages = { truncateTo, corrupt, wrongDuration, noMoov };
  const all = { ...sceneOf(job, seed), mediaType, durationSeconds, audio, damages };
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}

/** The result of a job: the same bytes for the same job and seed, damaged as its tokens ask. */
export async function resultBytes(job: MockJob, seed: string): Promise<Uint8Array> {
  const whole = await (job.mediaType === 'image' ? picture(job, seed) : video(job, seed));
  const { truncateTo, corrupt } = job.instructions;
  const file = corrupt ? corrupted(whole) : whole;
  return truncateTo === null ? file : file.subarray(0, Math.floor(file.length * truncateTo));
}

// The drawing code is loaded at the first result, to keep the start fast.
async function picture(job: MockJob, seed: string): Promise<Uint8Array> {
  const { renderPng } = await import('../media/render-png.ts');
  return renderPng(sceneOf(job, seed));
}

async function video(job: MockJob, seed: string): Promise<Uint8Array> {
  const { renderVideo } = await import('../media/render-video.ts');
  const { wrongDuration, noMoov } = job.instructions;
  const durationSeconds =
    (job.durationSeconds ?? usualSeconds) + (wrongDuration ? extraSeconds : 0);
  const file = await renderVideo({ ...sceneOf(job, seed), durationSeconds, audio: job.audio });
  return noMoov ? withoutMovieBox(file) : file;
}

/** Keeps the length, with other bytes in the middle. */
function corrupted(file: Uint8Array): Uint8Array {
  const from = Math.max(0, Math.floor((file.length - corruptBytes) / 2));
  return file.map((byte, at) => (at >= from && at < from + corruptBytes ? byte ^ 0xff : byte));
}

/** Another size that can be drawn: half of it, or twice if it is small. */
function otherSide(pixels: number): number {
  return pixels < 64 ? pixels * 2 : Math.ceil(pixels / 4) * 2;
}

/** Truncates a text to the room of a picture: longer ones would delay the drawing of others, and enlarge the file. */
function drawable(text: string): string {
  return text.slice(0, longestText);
}

function sceneOf(job: MockJob, seed: string) {
  const { wrongSize } = job.instructions;
  return {
    width: wrongSize ? otherSide(job.width) : job.width,
    height: wrongSize ? otherSide(job.height) : job.height,
    prompt: drawable(stripMagicTokens(job.prompt)),
    model: drawable(job.model),
    aspectRatio: drawable(job.aspectRatio),
    resolution: drawable(job.resolution),
    seed,
    jobId: job.id,
    accountLabel: aliasOf(job.account),
  };
}

/**
 * Replaces the index box by free space: a file of the right length that no player can open (ISO/IEC 14496-12 §8.1.2).
 * Its content is overwritten, too, because FFmpeg searches free space for a movie.
 */
function withoutMovieBox(file: Uint8Array): Uint8Array {
  const copy = Buffer.from(file);
  for (let at = 0; at + 8 <= copy.length; ) {
    const end = at + Math.max(8, copy.readUInt32BE(at));
    if (copy.toString('latin1', at + 4, at + 8) === 'moov') {
      copy.write('free', at + 4, 'latin1');
      copy.fill(0, at + 8, end);
    }
    at = end;
  }
  return copy;
}
