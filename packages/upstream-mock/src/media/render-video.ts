import { setImmediate } from 'node:timers/promises';
import { refuseUndrawable } from './drawing-limits.ts';
import { createParameterSets } from './h264/parameter-sets.ts';
import { PictureEncoder } from './h264/picture-encoder.ts';
import { movieTiming } from './scene/movie-timing.ts';
import { muxMp4 } from './mp4/mux-mp4.ts';
import { createPicturePainter } from './picture/picture-painter.ts';
import type { VideoScene } from './scene/scene.ts';

/** Work per slice: under a millisecond in warm code, so that concurrent renders keep turns of the event loop short. */
const UNITS_PER_SLICE = 64;
/** Drawing this many cells costs about as much as coding one macroblock. */
const CELLS_PER_UNIT = 64;

/**
 * Makes an MP4 file with H.264 Constrained Baseline video, and AAC sound on request, that shows its scene. Equal scenes
 * give equal bytes. The event loop is never blocked for long.
 *
 * @throws RangeError if size, duration or rate is outside the limits of the file format; the signal's reason if it is
 *   aborted first
 */
export async function renderVideo(
  scene: VideoScene,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Uint8Array> {
  const work = encodeMovie(scene);
  let units = 0;
  signal?.throwIfAborted();
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    units += step.value;
    if (units < UNITS_PER_SLICE) continue;
    units = 0;
    await setImmediate();
    signal?.throwIfAborted();
  }
}

/** Makes the file step by step. Yields units of work done, about one per coded macroblock. */
export function* encodeMovie(scene: VideoScene): Generator<number, Uint8Array, void> {
  refuseUndrawable(scene);
  const { width, height } = scene;
  const { framesPerSecond, durationMs, frameCount, idrInterval } = movieTiming(scene);
  const painter = createPicturePainter(scene, { framesPerSecond, durationMs, audio: scene.audio });
  const { canvas, tint } = painter;
  const encoder = new PictureEncoder({ cells: canvas.cells, stride: canvas.stride, tint });
  yield canvas.cells.length / CELLS_PER_UNIT;
  const pictures: Uint8Array[] = [];
  for (let frame = 0; frame < frameCount; frame += 1) {
    painter.paint(frame);
    pictures.push(yield* encoder.encode(frame % idrInterval));
  }
  return muxMp4({
    durationMs,
    tone: scene.audio,
    video: {
      width,
      height,
      framesPerSecond,
      parameterSets: createParameterSets({ width, height, framesPerSecond }),
      pictures,
      idrInterval,
    },
    texts: { title: scene.prompt, comment: describe(scene) },
  });
}

/** The parameters in one line of JSON, for the file's comment. */
function describe(scene: VideoScene): string {
  const { model, aspectRatio, resolution, seed, jobId, accountLabel, audio } = scene;
  return JSON.stringify({ model, aspectRatio, resolution, seed, jobId, accountLabel, audio });
}
