import type { BitWriter } from './bit-writer.ts';
import { FRAME_NUM_BITS } from './parameter-sets.ts';

/** Whether a picture stands alone (and empties the decoder) or repeats parts of the one before. */
export type PictureKind = 'idr' | 'predicted';

/** What varies between the slice headers of a stream. */
export interface SliceHeader {
  readonly kind: PictureKind;
  /** Pictures since the last IDR picture. */
  readonly frameNum: number;
  /** Number of the IDR picture, so that two in a row differ. */
  readonly idrNumber: number;
}

/** `slice_type` of a picture made of one kind of slice only (ITU-T H.264 Table 7-6). */
const SLICE_TYPE = { predicted: 5, idr: 7 } as const;
const DEBLOCKING_OFF = 1;

/** slice_header(), ITU-T H.264 clause 7.3.3, for one slice per picture. */
export function writeSliceHeader(writer: BitWriter, header: SliceHeader): void {
  const idr = header.kind === 'idr';
  writer.writeUnsignedExpGolomb(0); // first_mb_in_slice
  writer.writeUnsignedExpGolomb(SLICE_TYPE[header.kind]);
  writer.writeUnsignedExpGolomb(0); // pic_parameter_set_id
  writer.writeBits(header.frameNum, FRAME_NUM_BITS);
  if (idr) {
    writer.writeUnsignedExpGolomb(header.idrNumber % 2); // idr_pic_id
    writer.writeFlag(false); // no_output_of_prior_pics_flag
    writer.writeFlag(false); // long_term_reference_flag
  } else {
    writer.writeFlag(false); // num_ref_idx_active_override_flag
    writer.writeFlag(false); // ref_pic_list_modification_flag_l0
    writer.writeFlag(false); // adaptive_ref_pic_marking_mode_flag
  }
  writer.writeSignedExpGolomb(0); // slice_qp_delta
  writer.writeUnsignedExpGolomb(DEBLOCKING_OFF); // disable_deblocking_filter_idc
}
