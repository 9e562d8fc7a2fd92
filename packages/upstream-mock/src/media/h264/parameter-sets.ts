import { BitWriter } from './bit-writer.ts';
import { lowestLevel, MACROBLOCK_PIXELS, macroblocksOf, noLevelMessage } from './level.ts';
import { CHROMA_QP_OFFSET, QUANTIZATION_PARAMETER } from './macroblock-writer.ts';
import { NAL_UNIT_TYPE, wrapNalUnit } from './nal-unit.ts';

/** The two NAL units a decoder needs before the first picture. */
export interface ParameterSets {
  readonly sequence: Uint8Array;
  readonly picture: Uint8Array;
}

/** `frame_num` is written in this many bits; an IDR picture must come before it wraps. */
export const FRAME_NUM_BITS = 8;

const BASELINE_PROFILE_IDC = 66;
/** constraint_set0_flag and constraint_set1_flag: Constrained Baseline (clause A.2.1.1). */
const CONSTRAINED_BASELINE_FLAGS = 0b1100_0000;
/** Picture order follows decoding order (clause 8.2.1.3). */
const PIC_ORDER_CNT_TYPE = 2;
/** The value both `pic_init_qp_minus26` and `chroma_qp` offsets count from. */
const INITIAL_QP_BASE = 26;
/** colour_primaries, transfer_characteristics and matrix_coefficients of BT.709 (Tables E-3..E-5). */
const BT709 = 1;
const VIDEO_FORMAT_UNSPECIFIED = 5;
const SQUARE_SAMPLES = 1;

/** Size of a stream in pixels, and its frame rate. */
export interface StreamShape {
  /** Even: 4:2:0 crops in units of two samples. */
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
}

/**
 * Writes both parameter sets of a stream with one reference picture and no reordering.
 *
 * @throws RangeError if no level permits size and rate
 */
export function createParameterSets(shape: StreamShape): ParameterSets {
  return { sequence: sequenceParameterSet(shape), picture: pictureParameterSet() };
}

/** seq_parameter_set_rbsp(), ITU-T H.264 clause 7.3.2.1.1. */
function sequenceParameterSet({ width, height, framesPerSecond }: StreamShape): Uint8Array {
  const rate = { columns: macroblocksOf(width), rows: macroblocksOf(height), framesPerSecond };
  const level = lowestLevel(rate);
  if (level === undefined) throw new RangeError(noLevelMessage(rate));
  const writer = new BitWriter();
  writer.writeBits(BASELINE_PROFILE_IDC, 8);
  writer.writeBits(CONSTRAINED_BASELINE_FLAGS, 8);
  writer.writeBits(level, 8);
  writer.writeUnsignedExpGolomb(0); // seq_parameter_set_id
  writer.writeUnsignedExpGolomb(FRAME_NUM_BITS - 4); // log2_max_frame_num_minus4
  writer.writeUnsignedExpGolomb(PIC_ORDER_CNT_TYPE);
  writer.writeUnsignedExpGolomb(1); // max_num_ref_frames
  writer.writeFlag(false); // gaps_in_frame_num_value_allowed_flag
  writer.writeUnsignedExpGolomb(rate.columns - 1); // pic_width_in_mbs_minus1
  writer.writeUnsignedExpGolomb(rate.rows - 1); // pic_height_in_map_units_minus1
  writer.writeFlag(true); // frame_mbs_only_flag
  writer.writeFlag(true); // direct_8x8_inference_flag
  // frame_cropping_flag and its offsets, in units of two luma samples (clause 7.4.2.1.1)
  writer.writeFlag(true);
  const right = (MACROBLOCK_PIXELS * rate.columns - width) / 2;
  const bottom = (MACROBLOCK_PIXELS * rate.rows - height) / 2;
  for (const offset of [0, right, 0, bottom]) writer.writeUnsignedExpGolomb(offset);
  writer.writeFlag(true); // vui_parameters_present_flag
  writeVideoUsability(writer, framesPerSecond);
  writer.writeTrailingBits();
  return wrapNalUnit({
    type: NAL_UNIT_TYPE.sequenceParameterSet,
    payload: writer.bytes(),
  });
}

/** vui_parameters(), clause E.1.1: square samples, BT.709 in limited range, timing, no reordering. */
function writeVideoUsability(writer: BitWriter, framesPerSecond: number): void {
  writer.writeFlag(true); // aspect_ratio_info_present_flag
  writer.writeBits(SQUARE_SAMPLES, 8);
  writer.writeFlag(false); // overscan_info_present_flag
  writer.writeFlag(true); // video_signal_type_present_flag
  writer.writeBits(VIDEO_FORMAT_UNSPECIFIED, 3);
  writer.writeFlag(false); // video_full_range_flag
  writer.writeFlag(true); // colour_description_present_flag
  for (let field = 0; field < 3; field += 1) writer.writeBits(BT709, 8);
  writer.writeFlag(false); // chroma_loc_info_present_flag
  writer.writeFlag(true); // timing_info_present_flag
  writer.writeUint32(1); // num_units_in_tick
  writer.writeUint32(2 * framesPerSecond); // time_scale: a frame is two ticks
  writer.writeFlag(true); // fixed_frame_rate_flag
  writer.writeFlag(false); // nal_hrd_parameters_present_flag
  writer.writeFlag(false); // vcl_hrd_parameters_present_flag
  writer.writeFlag(false); // pic_struct_present_flag
  writer.writeFlag(true); // bitstream_restriction_flag
  writer.writeFlag(true); // motion_vectors_over_pic_boundaries_flag
  // max_bytes_per_pic_denom, max_bits_per_mb_denom, log2_max_mv_length_horizontal and _vertical,
  // max_num_reorder_frames, max_dec_frame_buffering
  for (const value of [0, 0, 0, 0, 0, 1]) writer.writeUnsignedExpGolomb(value);
}

/** pic_parameter_set_rbsp(), clause 7.3.2.2: CAVLC, one slice group, deblocking controlled. */
function pictureParameterSet(): Uint8Array {
  const writer = new BitWriter();
  writer.writeUnsignedExpGolomb(0); // pic_parameter_set_id
  writer.writeUnsignedExpGolomb(0); // seq_parameter_set_id
  writer.writeFlag(false); // entropy_coding_mode_flag
  writer.writeFlag(false); // bottom_field_pic_order_in_frame_present_flag
  writer.writeUnsignedExpGolomb(0); // num_slice_groups_minus1
  writer.writeUnsignedExpGolomb(0); // num_ref_idx_l0_default_active_minus1
  writer.writeUnsignedExpGolomb(0); // num_ref_idx_l1_default_active_minus1
  writer.writeFlag(false); // weighted_pred_flag
  writer.writeBits(0, 2); // weighted_bipred_idc
  writer.writeSignedExpGolomb(QUANTIZATION_PARAMETER - INITIAL_QP_BASE); // pic_init_qp_minus26
  writer.writeSignedExpGolomb(0); // pic_init_qs_minus26
  writer.writeSignedExpGolomb(CHROMA_QP_OFFSET); // chroma_qp_index_offset
  writer.writeFlag(true); // deblocking_filter_control_present_flag
  writer.writeFlag(false); // constrained_intra_pred_flag
  writer.writeFlag(false); // redundant_pic_cnt_present_flag
  writer.writeTrailingBits();
  return wrapNalUnit({
    type: NAL_UNIT_TYPE.pictureParameterSet,
    payload: writer.bytes(),
  });
}
