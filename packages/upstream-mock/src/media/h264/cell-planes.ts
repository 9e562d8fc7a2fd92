import { CELLS_PER_MACROBLOCK, type PictureSize } from './picture-size.ts';

/** Chroma cells on one side of a macroblock: a cell is a 4x4 chroma block, 8x8 pixels. */
export const CHROMA_CELLS_PER_MACROBLOCK = 2;

/**
 * A decoded picture in which every 4x4 block of each component is flat, so that one number stands
 * for the block. Writing outside 0..255 clips, as a decoder does (Clip1, clause 5.7).
 */
export interface CellPlanes {
  /** Cells of one row of luma; chroma rows are half as long. */
  readonly lumaStride: number;
  readonly chromaStride: number;
  readonly luma: Uint8ClampedArray;
  readonly blueDifference: Uint8ClampedArray;
  readonly redDifference: Uint8ClampedArray;
}

/** Makes planes that cover the whole macroblocks of a picture. */
export function createCellPlanes(size: PictureSize): CellPlanes {
  const { macroblockColumns, macroblockRows } = size;
  const lumaStride = macroblockColumns * CELLS_PER_MACROBLOCK;
  const chromaStride = macroblockColumns * CHROMA_CELLS_PER_MACROBLOCK;
  const chromaCells = chromaStride * macroblockRows * CHROMA_CELLS_PER_MACROBLOCK;
  return {
    lumaStride,
    chromaStride,
    luma: new Uint8ClampedArray(lumaStride * macroblockRows * CELLS_PER_MACROBLOCK),
    blueDifference: new Uint8ClampedArray(chromaCells),
    redDifference: new Uint8ClampedArray(chromaCells),
  };
}
