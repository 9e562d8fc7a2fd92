import { encodeMovie } from './encode-movie.ts';
import { runInSlices } from './run-in-slices.ts';
import type { VideoScene } from './scene.ts';

/**
 * A fraction of a millisecond of work once the code is warm. Renders that run side by side each get a
 * slice in every turn of the event loop, so a slice must be short for a turn to be.
 */
const UNITS_PER_SLICE = 64;

/**
 * Makes an MP4 file with H.264 Constrained Baseline video, and AAC sound if asked for, that shows what
 * its scene says. Equal scenes give equal bytes. The event loop is never held for long.
 *
 * @throws RangeError when size, duration or rate is outside what the file format can hold; the
 *   signal's reason when it is aborted first
 */
export async function renderVideo(
  scene: VideoScene,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Uint8Array> {
  return runInSlices(encodeMovie(scene), {
    unitsPerSlice: UNITS_PER_SLICE,
    signal: options.signal,
  });
}
