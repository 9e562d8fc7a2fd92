import { setImmediate } from 'node:timers/promises';
import { DEFAULT_FRAMES_PER_SECOND, refuseUndrawable } from './drawing-limits.ts';
import { createParameterSets } from './h264/parameter-sets.ts';
import { encodePicture } from './h264/picture-encoder.ts';
import { muxMp4 } from './mp4/mux-mp4.ts';
import { createPicturePainter } from './picture/picture-painter.ts';
import type { VideoScene } from './scene/scene.ts';

/** Work per slice: under a millisecond in warm code, so that concurrent renders keep turns of the event loop short. */
const UNITS_PER_SLICE = 64;
/** Drawing this many cells costs about as much as coding one macroblock. */
const CELLS_PER_UNIT = 64;
/** A player can start at a picture this often. */
const SECONDS_BETWEEN_IDR_PICTURES = 2;

/**
 * Makes an MP4 file with H.264 Constrained Baseline video, and AAC sound on request, that shows its scene. Equal scenes
 * give equal bytes. The event loop is never blocked for long.
 *
 * @throws RangeError if size, duration or rate is outside the limits of the file format
 */
export async function renderVideo(scene: VideoScene): Promise<Uint8Array> {
  const work = encodeMovie(scene);
  let units = 0;
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    units += step.value;
    if (units < UNITS_PER_SLICE) continue;
    units = 0;
    await setImmediate();
  }
}

/** Makes the file step by step. Yields units of work done, about one per coded macroblock. */
export function* encodeMovie(scene: VideoScene): Generator<number, Uint8Array, void> {
  refuseUndrawable(scene);
  const { width, height, audio, framesPerSecond = DEFAULT_FRAMES_PER_SECOND } = scene;
  const durationMs = Math.round(scene.durationSeconds * 1000);
  const idrInterval = SECONDS_BETWEEN_IDR_PICTURES * framesPerSecond;
  const { canvas, tint, paint } = createPicturePainter(scene, {
    framesPerSecond,
    durationMs,
    audio,
  });
  const coded = new Uint8Array(canvas.cells.length);
  yield canvas.cells.length / CELLS_PER_UNIT;
  const pictures: Uint8Array[] = [];
  // The last may be shown for less than a frame.
  for (let frame = 0; frame < (durationMs * framesPerSecond) / 1000; frame += 1) {
    paint(frame);
    pictures.push(yield* encodePicture({ ...canvas, tint }, coded, frame % idrInterval));
  }
  const shape = { width, height, framesPerSecond };
  const parameterSets = createParameterSets(shape);
  const { model, aspectRatio, resolution, seed, jobId, accountLabel } = scene;
  const described = { model, aspectRatio, resolution, seed, jobId, accountLabel, audio };
  const texts = { title: scene.prompt, comment: JSON.stringify(described) };
  return muxMp4({
    ...shape,
    durationMs,
    parameterSets,
    pictures,
    idrInterval,
    tone: audio,
    ...texts,
  });
}
