import { BitWriter } from './bit-writer.ts';
import type { CellPicture } from './cell-picture.ts';
import type { CellPlanes } from './cell-planes.ts';
import { createMacroblockCoder, type MacroblockCoder } from './macroblock-coder.ts';
import { NAL_UNIT_TYPE, wrapNalUnit } from './nal-unit.ts';
import { createParameterSets, FRAME_NUM_BITS, type ParameterSets } from './parameter-sets.ts';
import { CELLS_PER_MACROBLOCK } from './picture-size.ts';
import { type PictureKind, writeSliceHeader } from './slice-header.ts';

/** Turns the changing cells of one picture into H.264 Constrained Baseline access units. */
export interface PictureEncoder {
  readonly parameterSets: ParameterSets;
  /** The last coded picture as a decoder shows it, sample for sample. */
  readonly decoded: CellPlanes;
  /**
   * Codes the present cells and returns one slice NAL unit. Yields the macroblocks it has coded after
   * each row of them, so that a caller may pause; the cells must not change until it returns.
   *
   * @throws RangeError when the first picture is not an IDR picture, or `frame_num` would wrap
   */
  encode(kind: PictureKind): Generator<number, Uint8Array, void>;
}

const FRAME_NUM_LIMIT = 2 ** FRAME_NUM_BITS;
/** Comparing the cells of this many macroblocks costs about as much as coding one. */
const COMPARISONS_PER_UNIT = 64;

/**
 * Binds an encoder to a picture.
 *
 * @param framesPerSecond whole; it decides the level and the VUI timing
 */
export function createPictureEncoder(
  picture: CellPicture,
  framesPerSecond: number,
): PictureEncoder {
  return new SingleSliceEncoder(picture, framesPerSecond);
}

class SingleSliceEncoder implements PictureEncoder {
  readonly parameterSets: ParameterSets;
  readonly #picture: CellPicture;
  readonly #coder: MacroblockCoder;
  readonly #writer = new BitWriter();
  /** Rows of four cells, as one number each, now and when last coded. */
  readonly #present: Uint32Array;
  readonly #coded: Uint32Array;
  #frameNum = FRAME_NUM_LIMIT;
  #idrNumber = 0;

  constructor(picture: CellPicture, framesPerSecond: number) {
    const { size, cells } = picture;
    const quads = size.macroblockColumns * size.macroblockRows * CELLS_PER_MACROBLOCK;
    this.parameterSets = createParameterSets(size, framesPerSecond);
    this.#picture = picture;
    this.#coder = createMacroblockCoder(picture);
    this.#present = new Uint32Array(cells.buffer, cells.byteOffset, quads);
    this.#coded = new Uint32Array(quads);
  }

  get decoded(): CellPlanes {
    return this.#coder.decoded;
  }

  *encode(kind: PictureKind): Generator<number, Uint8Array, void> {
    const idr = kind === 'idr';
    if (idr) this.#frameNum = 0;
    if (this.#frameNum >= FRAME_NUM_LIMIT) {
      throw new RangeError(`an IDR picture is due at least every ${FRAME_NUM_LIMIT} pictures`);
    }
    const writer = this.#writer;
    writer.reset();
    writeSliceHeader(writer, { kind, frameNum: this.#frameNum, idrNumber: this.#idrNumber });
    yield* this.#writeSliceData(kind);
    writer.writeTrailingBits();
    this.#coded.set(this.#present);
    this.#frameNum += 1;
    if (idr) this.#idrNumber += 1;
    return wrapNalUnit({
      type: idr ? NAL_UNIT_TYPE.idrSlice : NAL_UNIT_TYPE.nonIdrSlice,
      referenceIdc: idr ? 3 : 2,
      payload: writer.bytes(),
    });
  }

  /** slice_data(), ITU-T H.264 clause 7.3.4: unchanged macroblocks are P_Skip, counted in runs. */
  *#writeSliceData(kind: PictureKind): Generator<number, void, void> {
    const { macroblockColumns, macroblockRows } = this.#picture.size;
    let skipped = 0;
    for (let row = 0; row < macroblockRows; row += 1) {
      let coded = 0;
      for (let column = 0; column < macroblockColumns; column += 1) {
        if (kind === 'predicted') {
          if (this.#unchanged(row, column)) {
            skipped += 1;
            continue;
          }
          this.#writer.writeUnsignedExpGolomb(skipped); // mb_skip_run
          skipped = 0;
        }
        this.#coder.code(this.#writer, row * macroblockColumns + column, kind);
        coded += 1;
      }
      yield coded + macroblockColumns / COMPARISONS_PER_UNIT;
    }
    if (skipped > 0) this.#writer.writeUnsignedExpGolomb(skipped);
  }

  #unchanged(row: number, column: number): boolean {
    const stride = this.#picture.size.macroblockColumns;
    const first = row * CELLS_PER_MACROBLOCK * stride + column;
    for (let line = 0; line < CELLS_PER_MACROBLOCK; line += 1) {
      const quad = first + line * stride;
      if (this.#present[quad] !== this.#coded[quad]) return false;
    }
    return true;
  }
}
