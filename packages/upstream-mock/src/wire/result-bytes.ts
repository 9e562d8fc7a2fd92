import { createHash } from 'node:crypto';
import { renderPng } from '../media/render-png.ts';
import { renderVideo } from '../media/render-video.ts';
import { stripMagicTokens } from '../tokens/strip-magic-tokens.ts';
import type { MockJob } from '../world/mock-job.ts';
import { usualSeconds } from '../world/undrawable-refusal.ts';

/** How much longer a `wrong-duration` result is, in seconds. */
const extraSeconds = 2;

/** The finished work of a job: the same bytes for the same job and seed, then damaged as its tokens ask. */
export async function resultBytes(job: MockJob, seed: string): Promise<Uint8Array> {
  const whole =
    job.mediaType === 'image' ? await renderPng(sceneOf(job, seed)) : await video(job, seed);
  const { truncateTo } = job.instructions;
  return truncateTo === null ? whole : whole.subarray(0, Math.floor(whole.length * truncateTo));
}

async function video(job: MockJob, seed: string): Promise<Uint8Array> {
  const { wrongDuration, noMoov } = job.instructions;
  const durationSeconds =
    (job.durationSeconds ?? usualSeconds) + (wrongDuration ? extraSeconds : 0);
  const file = await renderVideo({ ...sceneOf(job, seed), durationSeconds, audio: job.audio });
  return noMoov ? withoutMovieBox(file) : file;
}

function sceneOf(job: MockJob, seed: string) {
  return {
    width: job.width,
    height: job.height,
    prompt: stripMagicTokens(job.prompt),
    model: job.model,
    aspectRatio: job.aspectRatio,
    resolution: job.resolution,
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
