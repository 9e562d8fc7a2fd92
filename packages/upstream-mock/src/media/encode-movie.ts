import { muxMp4 } from './mp4/mux-mp4.ts';
import type { VideoScene } from './scene.ts';
import { createSceneEncoder } from './scene-encoder.ts';

/** What preparing a scene counts for: more than any slice, so that a pause follows. */
const PREPARATION_UNITS = 1000;
const ENCODER_NAME = 'Filmgate upstream-mock';

/**
 * Makes the file of a scene step by step. Yields units of work done, about one per coded macroblock.
 *
 * @throws RangeError when size, duration or rate is outside what the file can hold
 */
export function* encodeMovie(scene: VideoScene): Generator<number, Uint8Array, void> {
  const encoder = createSceneEncoder(scene);
  const { timing, parameterSets } = encoder;
  yield PREPARATION_UNITS;
  const pictures: Uint8Array[] = [];
  for (let frame = 0; frame < timing.frameCount; frame += 1) {
    pictures.push(yield* encoder.encodeFrame(frame));
  }
  return muxMp4({
    durationMs: timing.durationMs,
    tone: scene.audio,
    video: {
      width: scene.width,
      height: scene.height,
      framesPerSecond: timing.framesPerSecond,
      sequenceParameterSet: parameterSets.sequence,
      pictureParameterSet: parameterSets.picture,
      pictures,
      idrInterval: timing.idrInterval,
    },
    texts: { title: scene.prompt, comment: describe(scene), encoder: ENCODER_NAME },
  });
}

/** The parameters in one line of JSON, for the file's comment. */
function describe(scene: VideoScene): string {
  const { model, aspectRatio, resolution, seed, jobId, accountLabel, audio } = scene;
  return JSON.stringify({ model, aspectRatio, resolution, seed, jobId, accountLabel, audio });
}
