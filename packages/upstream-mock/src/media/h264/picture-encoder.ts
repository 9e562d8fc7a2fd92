import { BitWriter } from './bit-writer.ts';
import { CELLS_PER_MACROBLOCK, MacroblockWriter, type TintedPicture } from './macroblock-writer.ts';
import { NAL_UNIT_TYPE, wrapNalUnit } from './nal-unit.ts';
import { FRAME_NUM_BITS } from './parameter-sets.ts';

/** Comparing the cells of this many macroblocks costs about as much as coding one. */
const COMPARISONS_PER_UNIT = 64;
/** `slice_type` of a picture made of one kind of slice only (ITU-T H.264 Table 7-6). */
const SLICE_TYPE = { predicted: 5, idr: 7 } as const;
const DEBLOCKING_OFF = 1;

/** Encodes the changing cells of one picture as H.264 Constrained Baseline access units, losslessly. */
export class PictureEncoder {
  readonly #picture: TintedPicture;
  readonly #macroblocks: MacroblockWriter;
  readonly #writer = new BitWriter();
  /** Rows of four cells, as one number each: current, and when last coded. */
  readonly #present: Uint32Array;
  readonly #coded: Uint32Array;

  /** @param picture whose `cells` begin on a four-byte boundary and may change between pictures */
  constructor(picture: TintedPicture) {
    const { cells } = picture;
    this.#picture = picture;
    this.#macroblocks = new MacroblockWriter(picture);
    this.#present = new Uint32Array(cells.buffer, cells.byteOffset, cells.length / 4);
    this.#coded = new Uint32Array(this.#present.length);
  }

  /**
   * Codes the current cells and returns one slice NAL unit. Yields the number of coded macroblocks after each row of
   * them, so that a caller may pause; the cells must not change until it returns.
   *
   * @param frameNum pictures since the last one that stands alone, below 256; 0 makes this one stand alone
   */
  *encode(frameNum: number): Generator<number, Uint8Array, void> {
    const kind = frameNum === 0 ? 'idr' : 'predicted';
    const writer = this.#writer;
    writer.reset();
    this.#macroblocks.reset();
    this.#writeSliceHeader(frameNum);
    yield* this.#writeSliceData(kind);
    writer.writeTrailingBits();
    this.#coded.set(this.#present);
    return wrapNalUnit({
      type: kind === 'idr' ? NAL_UNIT_TYPE.idrSlice : NAL_UNIT_TYPE.nonIdrSlice,
      payload: writer.bytes(),
    });
  }

  /** slice_header(), ITU-T H.264 clause 7.3.3, for one slice per picture. */
  #writeSliceHeader(frameNum: number): void {
    const writer = this.#writer;
    const idr = frameNum === 0;
    writer.writeUnsignedExpGolomb(0); // first_mb_in_slice
    writer.writeUnsignedExpGolomb(idr ? SLICE_TYPE.idr : SLICE_TYPE.predicted);
    writer.writeUnsignedExpGolomb(0); // pic_parameter_set_id
    writer.writeBits(frameNum, FRAME_NUM_BITS);
    if (idr)
      writer.writeUnsignedExpGolomb(0); // idr_pic_id: no two such pictures are neighbours
    else writer.writeFlag(false); // num_ref_idx_active_override_flag
    // no_output_of_prior_pics_flag, long_term_reference_flag; or
    // ref_pic_list_modification_flag_l0, adaptive_ref_pic_marking_mode_flag
    writer.writeBits(0, 2);
    writer.writeSignedExpGolomb(0); // slice_qp_delta
    writer.writeUnsignedExpGolomb(DEBLOCKING_OFF); // disable_deblocking_filter_idc
  }

  /** slice_data(), ITU-T H.264 clause 7.3.4: unchanged macroblocks are P_Skip, counted in runs. */
  *#writeSliceData(kind: 'idr' | 'predicted'): Generator<number, void, void> {
    const { cells, stride } = this.#picture;
    const writer = this.#writer;
    let skipped = 0;
    for (let row = 0; row < cells.length; row += CELLS_PER_MACROBLOCK * stride) {
      let coded = 0;
      for (let first = row; first < row + stride; first += CELLS_PER_MACROBLOCK) {
        if (kind === 'predicted') {
          if (this.#unchanged(first)) {
            skipped += 1;
            continue;
          }
          writer.writeUnsignedExpGolomb(skipped); // mb_skip_run
          skipped = 0;
        }
        this.#macroblocks.write(writer, first, kind);
        coded += 1;
      }
      yield coded + stride / CELLS_PER_MACROBLOCK / COMPARISONS_PER_UNIT;
    }
    if (skipped > 0) writer.writeUnsignedExpGolomb(skipped);
  }

  #unchanged(first: number): boolean {
    const quads = this.#picture.stride / 4;
    for (let line = 0; line < CELLS_PER_MACROBLOCK; line += 1) {
      const quad = first / 4 + line * quads;
      if (this.#present[quad] !== this.#coded[quad]) return false;
    }
    return true;
  }
}
