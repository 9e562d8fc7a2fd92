import type { CellCanvas } from '../canvas/cell-canvas.ts';
import type { Tint } from '../scene/tint.ts';
import type { NalWriter } from './nal-writer.ts';

/**
 * Quantizer of every picture: a level of luma is one grade, `(1664 + 32) >> 6` (ITU-T H.264 clauses 8.5.9, 8.5.12).
 * With the offset, chroma has 34 (Table 8-15), where a level is one of a tint.
 */
export const QUANTIZATION_PARAMETER = 44;
export const CHROMA_QP_OFFSET = -8;

/** A picture in one tint, whose cells are grades of brightness. */
export interface TintedPicture extends Pick<CellCanvas, 'stride' | 'cells'> {
  readonly tint: Tint;
}

/** A slice that is being written. */
export interface Slice extends TintedPicture {
  readonly writer: NalWriter;
  readonly isIdr: boolean;
  /** Intra4x4PredMode of every cell; {@link DC} where the macroblock is of another kind. */
  readonly modes: Uint8Array;
}

/** Cells on one side of a macroblock: one cell is a 4x4 luma block. */
export const CELLS_PER_MACROBLOCK = 4;

/** In predicted slices, intra macroblocks are numbered from here (ITU-T H.264 Tables 7-11, 7-13). */
const FIRST_INTRA_TYPE_IF_PREDICTED = 5;
/** Prediction modes, the same for blocks and whole macroblocks (Tables 8-2, 8-4). */
const VERTICAL = 0;
const HORIZONTAL = 1;
export const DC = 2;
/** Prediction of the first block of a picture: 128. */
const MIDDLE_GRADE = 4;
/** `coded_block_pattern` of all luma, without and with chroma DC, as code number (Table 9-4). */
const LUMA_CODED = 2;
const LUMA_AND_TINT_CODED = 1;
type Tokens = Readonly<Record<'none' | 'one' | 'more', readonly [count: number, bits: number]>>;
/** `coeff_token` of a block with no coefficient, a first one of 1 or -1, and another (Table 9-5). */
const LUMA_TOKENS: Tokens = { none: [1, 1], one: [2, 1], more: [6, 0b000101] };
const CHROMA_DC_TOKENS: Tokens = { none: [2, 1], one: [1, 1], more: [6, 0b000111] };

/**
 * Appends macroblock_layer() (clause 7.3.5) of the macroblock whose first cell is `first`. Flat cells are coded
 * losslessly: each is predicted from the one above or on the left, and one level adds the difference. All macroblocks
 * have the tint of the first, which alone encodes it.
 */
export function writeMacroblock(slice: Slice, first: number): void {
  const { writer, isIdr, tint } = slice;
  const firstType = isIdr ? 0 : FIRST_INTRA_TYPE_IF_PREDICTED;
  const continued = continuedFrom(slice, first);
  if (continued !== DC) {
    writer.unsigned(firstType + 1 + continued, 0); // mb_type: I_16x16, intra_chroma_pred_mode: DC
    writer.signed(0); // mb_qp_delta
    writeLevel(writer, 0, LUMA_TOKENS);
    return;
  }
  writer.unsigned(firstType); // mb_type: I_4x4
  const levels: number[] = [];
  for (let block = 0; block < 16; block += 1) {
    // Blocks are ordered in quarters of quarters (clause 6.4.3).
    const x = (block & 1) + ((block >> 1) & 2);
    const y = ((block >> 1) & 1) + ((block >> 2) & 2);
    levels.push(predictBlock(slice, first + y * slice.stride + x));
  }
  // intra_chroma_pred_mode: DC, coded_block_pattern
  writer.unsigned(0, first === 0 ? LUMA_AND_TINT_CODED : LUMA_CODED);
  writer.signed(0); // mb_qp_delta
  for (const level of levels) writeLevel(writer, level, LUMA_TOKENS);
  if (first > 0) return;
  writeLevel(writer, tint.blue, CHROMA_DC_TOKENS);
  writeLevel(writer, tint.red, CHROMA_DC_TOKENS);
}

/** The direction in which the whole macroblock equals its neighbouring cells; DC if none. */
function continuedFrom({ cells, stride }: Slice, first: number): number {
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

/** Appends the mode of one block (clause 8.3.1.1) and returns the remaining level. */
function predictBlock({ cells, stride, modes, writer }: Slice, cell: number): number {
  const inFirstRow = cell < stride;
  const inFirstColumn = cell % stride === 0;
  const expected =
    inFirstRow || inFirstColumn ? DC : Math.min(modes[cell - 1] ?? DC, modes[cell - stride] ?? DC);
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
  writer.bits(1, mode === expected ? 1 : 0); // prev_intra4x4_pred_mode_flag
  if (mode !== expected) writer.bits(3, mode < expected ? mode : mode - 1);
  if (cell === 0) return grade - MIDDLE_GRADE;
  return horizontal ? fromLeft : fromAbove;
}

/** residual_block_cavlc() of a block with only a first coefficient (clause 9.2). */
function writeLevel(writer: NalWriter, level: number, tokens: Tokens): void {
  const magnitude = Math.abs(level);
  if (magnitude === 0) {
    writer.bits(...tokens.none);
    return;
  }
  if (magnitude === 1) {
    writer.bits(...tokens.one);
    writer.bits(1, level < 0 ? 1 : 0); // trailing_ones_sign_flag
  } else {
    writer.bits(...tokens.more);
    // level_prefix without a suffix: 2, -2, 3, -3 and on are codes 0, 1, 2, 3 and on.
    writer.bits(2 * magnitude - (level < 0 ? 2 : 3), 1);
  }
  writer.bits(1, 1); // total_zeros: 0
}
