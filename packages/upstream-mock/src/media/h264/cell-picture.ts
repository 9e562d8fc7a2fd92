import { CHROMA_CELLS_PER_MACROBLOCK } from './cell-planes.ts';
import { CELLS_PER_MACROBLOCK, type PictureSize } from './picture-size.ts';

/** The Y'CbCr colour of each palette index, 256 entries per component. */
export interface ComponentPalette {
  readonly luma: Uint8Array;
  readonly blueDifference: Uint8Array;
  readonly redDifference: Uint8Array;
}

/**
 * The picture to code: one palette index per 4x4-pixel cell, in raster order, covering whole
 * macroblocks. `cells` starts on a four-byte boundary and may change between pictures.
 */
export interface CellPicture {
  readonly size: PictureSize;
  readonly cells: Uint8Array;
  readonly palette: ComponentPalette;
}

/** The wanted samples of one macroblock: 16 luma cells and four of each chroma component. */
export interface MacroblockSamples {
  readonly luma: Int32Array;
  readonly blueDifference: Int32Array;
  readonly redDifference: Int32Array;
}

/** Makes an empty set of samples. */
export function createMacroblockSamples(): MacroblockSamples {
  return {
    luma: new Int32Array(16),
    blueDifference: new Int32Array(4),
    redDifference: new Int32Array(4),
  };
}

/** Reads macroblock number `index` of a picture; a chroma cell is the mean of the four cells in it. */
export function readMacroblock(
  picture: CellPicture,
  index: number,
  samples: MacroblockSamples,
): void {
  const { cells, palette, size } = picture;
  const stride = size.macroblockColumns * CELLS_PER_MACROBLOCK;
  const row = Math.floor(index / size.macroblockColumns);
  const column = index % size.macroblockColumns;
  const first = (row * stride + column) * CELLS_PER_MACROBLOCK;
  samples.blueDifference.fill(2);
  samples.redDifference.fill(2);
  for (let y = 0; y < CELLS_PER_MACROBLOCK; y += 1) {
    for (let x = 0; x < CELLS_PER_MACROBLOCK; x += 1) {
      const color = cells[first + y * stride + x] ?? 0;
      const chroma = (y >> 1) * CHROMA_CELLS_PER_MACROBLOCK + (x >> 1);
      samples.luma[y * CELLS_PER_MACROBLOCK + x] = palette.luma[color] ?? 0;
      samples.blueDifference[chroma] =
        (samples.blueDifference[chroma] ?? 0) + (palette.blueDifference[color] ?? 0);
      samples.redDifference[chroma] =
        (samples.redDifference[chroma] ?? 0) + (palette.redDifference[color] ?? 0);
    }
  }
  for (let chroma = 0; chroma < 4; chroma += 1) {
    samples.blueDifference[chroma] = (samples.blueDifference[chroma] ?? 0) >> 2;
    samples.redDifference[chroma] = (samples.redDifference[chroma] ?? 0) >> 2;
  }
}
