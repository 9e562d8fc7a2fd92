import { toComponents } from './color.ts';
import type { ComponentPalette } from './h264/cell-picture.ts';
import type { CellPlanes } from './h264/cell-planes.ts';
import type { ParameterSets } from './h264/parameter-sets.ts';
import { createPictureEncoder } from './h264/picture-encoder.ts';
import { pictureSize } from './h264/picture-size.ts';
import { type MovieTiming, movieTiming } from './movie-timing.ts';
import { createPicturePainter, type PicturePainter } from './picture/picture-painter.ts';
import type { VideoScene } from './scene.ts';

/** Paints and codes the pictures of one scene in their order. */
export interface SceneEncoder {
  readonly timing: MovieTiming;
  readonly parameterSets: ParameterSets;
  /** The last coded picture as a decoder shows it, sample for sample. */
  readonly decoded: CellPlanes;
  /**
   * Paints and codes picture number `frame`, one after the last one coded, and returns its NAL unit.
   * Yields units of work done, about one per coded macroblock.
   */
  encodeFrame(frame: number): Generator<number, Uint8Array, void>;
}

/** Drawing this many cells again costs about as much as coding one macroblock. */
const CELLS_PER_UNIT = 64;

/**
 * Prepares the pictures of a scene.
 *
 * @throws RangeError when size, duration or rate is outside what the stream can hold
 */
export function createSceneEncoder(scene: VideoScene): SceneEncoder {
  const timing = movieTiming(scene);
  const { framesPerSecond, durationMs } = timing;
  const size = pictureSize(scene.width, scene.height);
  const painter = createPicturePainter(scene, { framesPerSecond, durationMs, audio: scene.audio });
  const { cells } = painter.canvas;
  const encoder = createPictureEncoder(
    { size, cells, palette: componentPalette(painter) },
    framesPerSecond,
  );
  return {
    timing,
    parameterSets: encoder.parameterSets,
    decoded: encoder.decoded,
    *encodeFrame(frame) {
      painter.paint(frame);
      // The first picture is drawn whole, the others only where they change.
      if (frame === 0) yield cells.length / CELLS_PER_UNIT;
      return yield* encoder.encode(frame % timing.idrInterval === 0 ? 'idr' : 'predicted');
    },
  };
}

function componentPalette({ palette }: PicturePainter): ComponentPalette {
  const colors = palette.map(toComponents);
  return {
    luma: Uint8Array.from(colors, (color) => color.luma),
    blueDifference: Uint8Array.from(colors, (color) => color.blueDifference),
    redDifference: Uint8Array.from(colors, (color) => color.redDifference),
  };
}
