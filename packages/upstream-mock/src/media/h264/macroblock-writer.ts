import type { Tint } from '../scene/tint.ts';
import type { BitWriter } from './bit-writer.ts';

/**
 * Quantizer of every picture: a level of luma is one grade, `(1664 + 32) >> 6` (ITU-T H.264 clauses 8.5.9, 8.5.12).
 * With the offset, chroma has 34 (Table 8-15), where a level is one of a tint.
 */
export const QUANTIZATION_PARAMETER = 44;
export const CHROMA_QP_OFFSET = -8;

/** A picture in one tint: a grade of brightness for each 4x4-pixel cell, covering whole macroblocks. */
export interface TintedPicture {
  /** Cells from one row to the next. */
  readonly stride: number;
  readonly cells: Uint8Array;
  readonly tint: Tint;
}

/** Cells on one side of a macroblock: one cell is a 4x4 luma block. */
export const CELLS_PER_MACROBLOCK = 4;

/** First `mb_type` of intra macroblocks in each kind of slice (ITU-T H.264 Tables 7-11, 7-13). */
const I_4X4 = { idr: 0, predicted: 5 } as const;
const I_16X16 = { idr: 1, predicted: 6 } as const;
/** Prediction modes, the same for blocks and whole macroblocks (Tables 8-2, 8-4). */
const VERTICAL = 0;
const HORIZONTAL = 1;
const DC = 2;
/** Prediction of the first block of a picture: 128. */
const MIDDLE_GRADE = 4;
/** `coded_block_pattern` of all luma, without and with chroma DC, as code number (Table 9-4). */
const LUMA_CODED = 2;
const LUMA_AND_TINT_CODED = 1;
/** coeff_token of a block with no coefficient, a first one of 1 or -1, and another (Table 9-5). */
const LUMA_TOKENS = { none: [1, 1], one: [1, 2], more: [0b000101, 6] } as const;
const CHROMA_DC_TOKENS = { none: [1, 2], one: [1, 1], more: [0b000111, 6] } as const;

/**
 * Writes macroblocks of flat cells losslessly. A cell is predicted from the one above or on the left, and one level
 * adds the difference. All have the tint of the first, which alone encodes it.
 */
export class MacroblockWriter {
  readonly #picture: TintedPicture;
  /** Intra4x4PredMode of every cell; DC where the macroblock is of another kind. */
  readonly #modes: Uint8Array;

  constructor(picture: TintedPicture) {
    this.#picture = picture;
    this.#modes = new Uint8Array(picture.cells.length);
  }

  /** Resets the prediction for a new picture. */
  reset(): void {
    this.#modes.fill(DC);
  }

  /** Appends macroblock_layer() (clause 7.3.5) of the macroblock whose first cell is `first`. */
  write(writer: BitWriter, first: number, kind: 'idr' | 'predicted'): void {
    const continued = this.#continued(first);
    if (continued === DC) {
      this.#writeBlocks(writer, first, I_4X4[kind]);
      return;
    }
    writer.writeUnsignedExpGolomb(I_16X16[kind] + continued);
    writer.writeUnsignedExpGolomb(0); // intra_chroma_pred_mode: DC
    writer.writeSignedExpGolomb(0); // mb_qp_delta
    writeLevel(writer, 0, LUMA_TOKENS);
  }

  /** The direction in which the whole macroblock equals its neighbouring cells; DC if none. */
  #continued(first: number): typeof VERTICAL | typeof HORIZONTAL | typeof DC {
    const { cells, stride } = this.#picture;
    let vertical = first >= stride;
    let horizontal = first % stride > 0;
    for (let y = 0; y < CELLS_PER_MACROBLOCK; y += 1) {
      const row = first + y * stride;
      for (let x = 0; x < CELLS_PER_MACROBLOCK; x += 1) {
        vertical &&= cells[row + x] === cells[first - stride + x];
        horizontal &&= cells[row + x] === cells[row - 1];
      }
    }
    if (vertical) return VERTICAL;
    return horizontal ? HORIZONTAL : DC;
  }

  #writeBlocks(writer: BitWriter, first: number, type: number): void {
    const { stride, tint } = this.#picture;
    writer.writeUnsignedExpGolomb(type);
    const levels: number[] = [];
    for (let block = 0; block < 16; block += 1) {
      // Blocks are ordered in quarters of quarters (clause 6.4.3).
      const x = (block & 1) + ((block >> 1) & 2);
      const y = ((block >> 1) & 1) + ((block >> 2) & 2);
      levels.push(this.#predictBlock(writer, first + y * stride + x));
    }
    writer.writeUnsignedExpGolomb(0); // intra_chroma_pred_mode: DC
    writer.writeUnsignedExpGolomb(first === 0 ? LUMA_AND_TINT_CODED : LUMA_CODED);
    writer.writeSignedExpGolomb(0); // mb_qp_delta
    for (const level of levels) writeLevel(writer, level, LUMA_TOKENS);
    if (first > 0) return;
    writeLevel(writer, tint.blue, CHROMA_DC_TOKENS);
    writeLevel(writer, tint.red, CHROMA_DC_TOKENS);
  }

  /** Appends the mode of one block (clause 8.3.1.1) and returns the remaining level. */
  #predictBlock(writer: BitWriter, cell: number): number {
    const { cells, stride } = this.#picture;
    const modes = this.#modes;
    const inFirstRow = cell < stride;
    const inFirstColumn = cell % stride === 0;
    const expected =
      inFirstRow || inFirstColumn
        ? DC
        : Math.min(modes[cell - 1] ?? DC, modes[cell - stride] ?? DC);
    const grade = cells[cell] ?? 0;
    const fromAbove = grade - (cells[cell - stride] ?? 0);
    const fromLeft = grade - (cells[cell - 1] ?? 0);
    const leftIsNearer =
      Math.abs(fromLeft) < Math.abs(fromAbove) ||
      (expected === HORIZONTAL && Math.abs(fromLeft) === Math.abs(fromAbove));
    const horizontal = inFirstRow || (leftIsNearer && !inFirstColumn);
    const nearer = horizontal ? HORIZONTAL : VERTICAL;
    const mode = cell === 0 ? DC : nearer;
    modes[cell] = mode;
    writer.writeFlag(mode === expected); // prev_intra4x4_pred_mode_flag
    if (mode !== expected) writer.writeBits(mode < expected ? mode : mode - 1, 3);
    if (cell === 0) return grade - MIDDLE_GRADE;
    return horizontal ? fromLeft : fromAbove;
  }
}

interface Tokens {
  readonly none: readonly [bits: number, count: number];
  readonly one: readonly [bits: number, count: number];
  readonly more: readonly [bits: number, count: number];
}

/** residual_block_cavlc() of a block with only a first coefficient (clause 9.2). */
function writeLevel(writer: BitWriter, level: number, tokens: Tokens): void {
  const magnitude = Math.abs(level);
  if (magnitude === 0) {
    writer.writeBits(...tokens.none);
    return;
  }
  if (magnitude === 1) {
    writer.writeBits(...tokens.one);
    writer.writeFlag(level < 0); // trailing_ones_sign_flag
  } else {
    writer.writeBits(...tokens.more);
    // level_prefix without a suffix: 2, -2, 3, -3 and on are codes 0, 1, 2, 3 and on.
    writer.writeBits(1, 2 * magnitude - (level < 0 ? 2 : 3));
  }
  writer.writeBits(1, 1); // total_zeros: 0
}
