import {
  CELLS_PER_MACROBLOCK,
  DC,
  type Slice,
  type TintedPicture,
  writeMacroblock,
} from './macroblock-writer.ts';
import { NAL_UNIT_TYPE, NalWriter } from './nal-writer.ts';
import { FRAME_NUM_BITS } from './parameter-sets.ts';

/** Comparing the cells of this many macroblocks costs about as much as coding one. */
const COMPARISONS_PER_UNIT = 64;

/**
 * Encodes the changing cells of one picture as one slice NAL unit of H.264 Constrained Baseline, losslessly. Yields the
 * number of coded macroblocks after each row of them, so that a caller may pause; the cells must not change until it
 * returns.
 *
 * @param coded the cells when last coded; set to the current ones
 * @param frameNum pictures since the last one that stands alone, below 256; 0 makes this one stand alone
 */
export function* encodePicture(
  picture: TintedPicture,
  coded: Uint8Array,
  frameNum: number,
): Generator<number, Uint8Array, void> {
  const isIdr = frameNum === 0;
  const writer = new NalWriter(isIdr ? NAL_UNIT_TYPE.idrSlice : NAL_UNIT_TYPE.nonIdrSlice);
  const modes = new Uint8Array(coded.length).fill(DC);
  writeSliceHeader(writer, frameNum);
  yield* writeSliceData({ ...picture, writer, isIdr, modes }, coded);
  coded.set(picture.cells);
  return writer.finish();
}

/** slice_header(), ITU-T H.264 clause 7.3.3, for one slice per picture. */
function writeSliceHeader(writer: NalWriter, frameNum: number): void {
  const isIdr = frameNum === 0;
  // first_mb_in_slice; slice_type if all are I or P (Table 7-6); pic_parameter_set_id
  writer.unsigned(0, isIdr ? 7 : 5, 0);
  writer.bits(FRAME_NUM_BITS, frameNum);
  if (isIdr)
    writer.unsigned(0); // idr_pic_id: no two such pictures are neighbours
  else writer.bits(1, 0); // num_ref_idx_active_override_flag
  // no_output_of_prior_pics_flag, long_term_reference_flag; or
  // ref_pic_list_modification_flag_l0, adaptive_ref_pic_marking_mode_flag
  writer.bits(2, 0);
  writer.signed(0); // slice_qp_delta
  writer.unsigned(1); // disable_deblocking_filter_idc: off
}

/** slice_data(), ITU-T H.264 clause 7.3.4: unchanged macroblocks are P_Skip, counted in runs. */
function* writeSliceData(slice: Slice, before: Uint8Array): Generator<number, void, void> {
  const { cells, stride, isIdr, writer } = slice;
  let skipped = 0;
  for (let row = 0; row < cells.length; row += CELLS_PER_MACROBLOCK * stride) {
    let coded = 0;
    for (let first = row; first < row + stride; first += CELLS_PER_MACROBLOCK) {
      if (!isIdr && isUnchanged(slice, before, first)) {
        skipped += 1;
        continue;
      }
      if (!isIdr) writer.unsigned(skipped); // mb_skip_run
      skipped = 0;
      writeMacroblock(slice, first);
      coded += 1;
    }
    yield coded + stride / CELLS_PER_MACROBLOCK / COMPARISONS_PER_UNIT;
  }
  if (skipped > 0) writer.unsigned(skipped);
}

function isUnchanged({ cells, stride }: Slice, before: Uint8Array, first: number): boolean {
  for (let line = 0; line < CELLS_PER_MACROBLOCK; line += 1) {
    const from = first + line * stride;
    for (let cell = from; cell < from + CELLS_PER_MACROBLOCK; cell += 1)
      if (cells[cell] !== before[cell]) return false;
  }
  return true;
}
