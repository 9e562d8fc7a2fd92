import type { BitWriter } from './bit-writer.ts';
import { type CellPicture, createMacroblockSamples, readMacroblock } from './cell-picture.ts';
import { type CellPlanes, CHROMA_CELLS_PER_MACROBLOCK, createCellPlanes } from './cell-planes.ts';
import { predictChroma } from './chroma-prediction.ts';
import { hadamard2x2, hadamard4x4 } from './hadamard.ts';
import { predictLuma } from './luma-prediction.ts';
import { CELLS_PER_MACROBLOCK } from './picture-size.ts';
import { chromaResidual, lumaResidual, quantizeChromaDc, quantizeLumaDc } from './quantization.ts';
import { CHROMA_DC_BLOCK, LUMA_DC_BLOCK, writeResidualBlock } from './residual-block.ts';
import type { PictureKind } from './slice-header.ts';

/** First `mb_type` of the Intra16x16 family in each kind of slice (ITU-T H.264 Tables 7-11, 7-13). */
const INTRA_16X16_MB_TYPE = { idr: 1, predicted: 6 } as const;
/** Added to `mb_type` when chroma DC is coded (CodedBlockPatternChroma = 1, Table 7-11). */
const CHROMA_DC_CODED = 4;
const INTRA_CHROMA_PRED_MODE_DC = 0;
/** Raster position of each coefficient in zig-zag order (clause 8.5.6). */
const ZIG_ZAG = Uint8Array.of(0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15);

/** Codes macroblocks of one picture and keeps what a decoder makes of them. */
export interface MacroblockCoder {
  /** The decoded picture so far; after a whole picture, exactly what a decoder shows. */
  readonly decoded: CellPlanes;
  /** Appends macroblock_layer() (clause 7.3.5) of macroblock `index`, Intra16x16 with DC only. */
  code(writer: BitWriter, index: number, kind: PictureKind): void;
}

/** Binds a coder to a picture, whose present cells each call reads. */
export function createMacroblockCoder(picture: CellPicture): MacroblockCoder {
  return new Intra16x16Coder(picture);
}

class Intra16x16Coder implements MacroblockCoder {
  readonly decoded: CellPlanes;
  readonly #picture: CellPicture;
  readonly #wanted = createMacroblockSamples();
  readonly #aboveLuma = new Int32Array(4);
  readonly #leftLuma = new Int32Array(4);
  readonly #aboveChroma = new Int32Array(2);
  readonly #leftChroma = new Int32Array(2);
  readonly #prediction = new Int32Array(16);
  readonly #chromaPrediction = new Int32Array(4);
  readonly #work = new Int32Array(16);
  readonly #chromaWork = new Int32Array(4);
  readonly #levels = new Int32Array(16);
  readonly #scannedLevels = new Int32Array(16);
  readonly #blueLevels = new Int32Array(4);
  readonly #redLevels = new Int32Array(4);

  constructor(picture: CellPicture) {
    this.#picture = picture;
    this.decoded = createCellPlanes(picture.size);
  }

  code(writer: BitWriter, index: number, kind: PictureKind): void {
    readMacroblock(this.#picture, index, this.#wanted);
    const { decoded } = this;
    const mode = this.#codeLuma(index);
    const blue = { plane: decoded.blueDifference, wanted: this.#wanted.blueDifference };
    const red = { plane: decoded.redDifference, wanted: this.#wanted.redDifference };
    const anyBlue = this.#codeChroma(index, blue, this.#blueLevels);
    const anyRed = this.#codeChroma(index, red, this.#redLevels);
    const chromaCoded = anyBlue || anyRed;
    writer.writeUnsignedExpGolomb(
      INTRA_16X16_MB_TYPE[kind] + mode + (chromaCoded ? CHROMA_DC_CODED : 0),
    );
    writer.writeUnsignedExpGolomb(INTRA_CHROMA_PRED_MODE_DC);
    writer.writeSignedExpGolomb(0); // mb_qp_delta
    writeResidualBlock(writer, this.#scannedLevels, LUMA_DC_BLOCK);
    if (!chromaCoded) return;
    writeResidualBlock(writer, this.#blueLevels, CHROMA_DC_BLOCK);
    writeResidualBlock(writer, this.#redLevels, CHROMA_DC_BLOCK);
  }

  /** Predicts, transforms, quantizes and decodes the 16 luma cells; leaves the levels scanned. */
  #codeLuma(index: number): number {
    const { macroblockColumns } = this.#picture.size;
    const row = Math.floor(index / macroblockColumns);
    const column = index - row * macroblockColumns;
    const { luma, lumaStride } = this.decoded;
    const first = (row * lumaStride + column) * CELLS_PER_MACROBLOCK;
    for (let cell = 0; cell < 4; cell += 1) {
      this.#aboveLuma[cell] = luma[first - lumaStride + cell] ?? 0;
      this.#leftLuma[cell] = luma[first - 1 + cell * lumaStride] ?? 0;
    }
    const neighbours = {
      above: row > 0 ? this.#aboveLuma : null,
      left: column > 0 ? this.#leftLuma : null,
    };
    const wanted = this.#wanted.luma;
    const prediction = this.#prediction;
    const work = this.#work;
    const levels = this.#levels;
    const mode = predictLuma(neighbours, wanted, prediction);
    for (let cell = 0; cell < 16; cell += 1) {
      work[cell] = (wanted[cell] ?? 0) - (prediction[cell] ?? 0);
    }
    hadamard4x4(work, levels);
    for (let cell = 0; cell < 16; cell += 1) levels[cell] = quantizeLumaDc(levels[cell] ?? 0);
    for (let scan = 0; scan < 16; scan += 1) {
      this.#scannedLevels[scan] = levels[ZIG_ZAG[scan] ?? 0] ?? 0;
    }
    hadamard4x4(levels, work);
    for (let cell = 0; cell < 16; cell += 1) {
      luma[first + (cell >> 2) * lumaStride + (cell & 3)] =
        (prediction[cell] ?? 0) + lumaResidual(work[cell] ?? 0);
    }
    return mode;
  }

  /** The same for the four cells of one chroma component; says whether any level is not zero. */
  #codeChroma(
    index: number,
    component: { readonly plane: Uint8ClampedArray; readonly wanted: Int32Array },
    levels: Int32Array,
  ): boolean {
    const { macroblockColumns } = this.#picture.size;
    const row = Math.floor(index / macroblockColumns);
    const column = index - row * macroblockColumns;
    const { plane, wanted } = component;
    const stride = this.decoded.chromaStride;
    const first = (row * stride + column) * CHROMA_CELLS_PER_MACROBLOCK;
    for (let cell = 0; cell < 2; cell += 1) {
      this.#aboveChroma[cell] = plane[first - stride + cell] ?? 0;
      this.#leftChroma[cell] = plane[first - 1 + cell * stride] ?? 0;
    }
    const neighbours = {
      above: row > 0 ? this.#aboveChroma : null,
      left: column > 0 ? this.#leftChroma : null,
    };
    const prediction = this.#chromaPrediction;
    const work = this.#chromaWork;
    predictChroma(neighbours, prediction);
    for (let cell = 0; cell < 4; cell += 1) {
      work[cell] = (wanted[cell] ?? 0) - (prediction[cell] ?? 0);
    }
    hadamard2x2(work, levels);
    let coded = false;
    for (let cell = 0; cell < 4; cell += 1) {
      const level = quantizeChromaDc(levels[cell] ?? 0);
      levels[cell] = level;
      if (level !== 0) coded = true;
    }
    hadamard2x2(levels, work);
    for (let cell = 0; cell < 4; cell += 1) {
      plane[first + (cell >> 1) * stride + (cell & 1)] =
        (prediction[cell] ?? 0) + chromaResidual(work[cell] ?? 0);
    }
    return coded;
  }
}
