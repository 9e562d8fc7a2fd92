import { hash } from 'node:crypto';
import { aliasOf } from '../job/mock-account.ts';
import type { MockJob } from '../job/mock-job.ts';
import { usualSeconds } from '../job/plan-job.ts';
import { stripMagicTokens } from '../job/strip-magic-tokens.ts';

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
  return hash('sha256', JSON.stringify(all));
}

/** The result of a job: the same bytes for the same job and seed, damaged as its tokens ask. */
export async function resultBytes(job: MockJob, seed: string): Promise<Uint8Array> {
  const { truncateTo, corrupt, noMoov } = job.instructions;
  const whole = await drawn(job, seed);
  const indexed = noMoov && job.mediaType === 'video' ? withoutMovieBox(whole) : whole;
  const file = corrupt ? corrupted(indexed) : indexed;
  return truncateTo === null ? file : file.subarray(0, Math.floor(file.length * truncateTo));
}

/** The drawing code is loaded at the first result, to keep the start fast. */
async function drawn(job: MockJob, seed: string): Promise<Uint8Array> {
  const scene = sceneOf(job, seed);
  if (job.mediaType === 'image') {
    const { renderPng } = await import('../media/render-png.ts');
    return renderPng(scene);
  }
  const { renderVideo } = await import('../media/render-video.ts');
  const extra = job.instructions.wrongDuration ? extraSeconds : 0;
  const durationSeconds = (job.durationSeconds ?? usualSeconds) + extra;
  return renderVideo({ ...scene, durationSeconds, audio: job.audio });
}

/** Keeps the length, with other bytes in the middle. */
function corrupted(file: Uint8Array): Uint8Array {
  const from = Math.max(0, Math.floor((file.length - corruptBytes) / 2));
  return file.map((byte, at) => (at >= from && at < from + corruptBytes ? byte ^ 0xff : byte));
}

function sceneOf(job: MockJob, seed: string) {
  // Another size that can be drawn: half of it, or twice if it is small.
  const side = (pixels: number) => (pixels < 64 ? pixels * 2 : Math.ceil(pixels / 4) * 2);
  const size = { width: job.width, height: job.height };
  const otherSize = { width: side(job.width), height: side(job.height) };
  // Longer texts would delay the drawing of others, and enlarge the file.
  const drawable = (text: string) => text.slice(0, longestText);
  return {
    ...(job.instructions.wrongSize ? otherSize : size),
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
  const at = copy.indexOf('moov', 0, 'latin1') - 4;
  copy.write('free', at + 4, 'latin1');
  return copy.fill(0, at + 8, at + copy.readUInt32BE(at));
}
