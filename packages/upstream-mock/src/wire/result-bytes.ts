import { createHash } from 'node:crypto';
import { stripMagicTokens } from '../tokens/strip-magic-tokens.ts';
import type { MockJob } from '../world/mock-job.ts';
import { usualSeconds } from '../world/undrawable-refusal.ts';

/** How much longer a `wrong-duration` result is, in seconds. */
const extraSeconds = 2;

/** Bytes that a `corrupt` result has wrong, in its middle. */
const corruptBytes = 64;

/** Longest prompt of any provider's wire. */
const longestText = 32_000;

/** A digest of all that the finished work of a job follows from: two of the same have the same bytes. */
export function drawnOf(job: MockJob, seed: string): string {
  const { mediaType, durationSeconds, audio, instructions } = job;
  const { truncateTo, corrupt, wrongDuration, noMoov } = instructions;
  const damages = { truncateTo, corrupt, wrongDuration, noMoov };
  const all = { ...sceneOf(job, seed), mediaType, durationSeconds, audio, damages };
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}

/** The finished work of a job: the same bytes for the same job and seed, then damaged as its tokens ask. */
export async function resultBytes(job: MockJob, seed: string): Promise<Uint8Array> {
  const whole = await (job.mediaType === 'image' ? picture(job, seed) : video(job, seed));
  const { truncateTo, corrupt } = job.instructions;
  const file = corrupt ? corrupted(whole) : whole;
  return truncateTo === null ? file : file.subarray(0, Math.floor(file.length * truncateTo));
}

// What draws is loaded at the first result: a start does not pay for it.
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

/** Of the right length; other bytes lie in the middle. */
function corrupted(file: Uint8Array): Uint8Array {
  const from = Math.max(0, Math.floor((file.length - corruptBytes) / 2));
  return file.map((byte, at) => (at >= from && at < from + corruptBytes ? byte ^ 0xff : byte));
}

/** Another size that can be drawn: half of it, or twice if it is small. */
function otherSide(pixels: number): number {
  return pixels < 64 ? pixels * 2 : Math.ceil(pixels / 4) * 2;
}

/** More than a picture has room for: what is longer would hold up all others while it is drawn, and swell the file. */
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

/** Tells accounts apart without showing anything of a key. */
export function aliasOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 6);
}

/**
 * The index box becomes free space: a file of the right length that no player can open (ISO/IEC 14496-12 §8.1.2). What was
 * in the box goes, too: FFmpeg looks for a movie inside free space.
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
