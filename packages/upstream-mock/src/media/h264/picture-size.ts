import { type DrawingProblem, refuseProblem } from '../drawing-problem.ts';

/** Luma samples on one side of a macroblock (ITU-T H.264 clause 3, macroblock). */
export const MACROBLOCK_SIZE = 16;

/** Cells on one side of a macroblock: one cell is a 4x4 luma block. */
export const CELLS_PER_MACROBLOCK = 4;

/** How a picture of arbitrary even size lies inside whole macroblocks. */
export interface PictureSize {
  /** Pixels shown. */
  readonly width: number;
  readonly height: number;
  readonly macroblockColumns: number;
  readonly macroblockRows: number;
}

/**
 * Rounds a size up to whole macroblocks; cropping hides the rest.
 *
 * @throws RangeError unless both sides are even and positive (4:2:0 crops in units of two samples)
 */
export function pictureSize(width: number, height: number): PictureSize {
  refuseProblem(pictureSizeProblem(width, height));
  return {
    width,
    height,
    macroblockColumns: Math.ceil(width / MACROBLOCK_SIZE),
    macroblockRows: Math.ceil(height / MACROBLOCK_SIZE),
  };
}

/** Why no picture has this size; undefined when one has. */
export function pictureSizeProblem(width: number, height: number): DrawingProblem | undefined {
  const sides = { width, height };
  const fields = (['width', 'height'] as const).filter(
    (field) => !(sides[field] >= 2 && sides[field] % 2 === 0),
  );
  if (fields.length === 0) return undefined;
  const message = `an H.264 picture needs even sides of at least 2, got ${width}x${height}`;
  return { fields, message };
}
