import { lowestLevel, MACROBLOCK_PIXELS, macroblocksOf, type StreamShape } from './level.ts';
import { CHROMA_QP_OFFSET, QUANTIZATION_PARAMETER } from './macroblock-writer.ts';
import { NAL_UNIT_TYPE, NalWriter } from './nal-writer.ts';

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
/** The value `pic_init_qp_minus26` counts from. */
const INITIAL_QP_BASE = 26;
/** colour_primaries, transfer_characteristics and matrix_coefficients of BT.709 (Tables E-3..E-5). */
const BT709 = 1;
const SQUARE_SAMPLES = 1;

/** Writes both parameter sets of a stream with one reference picture and no reordering. */
export function createParameterSets(shape: StreamShape): ParameterSets {
  return { sequence: sequenceParameterSet(shape), picture: pictureParameterSet() };
}

/** seq_parameter_set_rbsp(), ITU-T H.264 clause 7.3.2.1.1. */
function sequenceParameterSet(shape: StreamShape): Uint8Array {
  const { width, height, framesPerSecond } = shape;
  const [columns, rows] = [macroblocksOf(width), macroblocksOf(height)];
  const writer = new NalWriter(NAL_UNIT_TYPE.sequenceParameterSet);
  writer.bits(8, BASELINE_PROFILE_IDC, CONSTRAINED_BASELINE_FLAGS, lowestLevel(shape));
  // seq_parameter_set_id, log2_max_frame_num_minus4, pic_order_cnt_type, max_num_ref_frames
  writer.unsigned(0, FRAME_NUM_BITS - 4, PIC_ORDER_CNT_TYPE, 1);
  writer.bits(1, 0); // gaps_in_frame_num_value_allowed_flag
  writer.unsigned(columns - 1, rows - 1); // pic_width_in_mbs_minus1, pic_height_in_map_units_minus1
  writer.bits(1, 1, 1, 1); // frame_mbs_only_flag, direct_8x8_inference_flag, frame_cropping_flag
  // Left, right, top, bottom, in units of two luma samples (clause 7.4.2.1.1)
  const right = (MACROBLOCK_PIXELS * columns - width) / 2;
  const bottom = (MACROBLOCK_PIXELS * rows - height) / 2;
  writer.unsigned(0, right, 0, bottom);
  writer.bits(1, 1); // vui_parameters_present_flag
  writeVideoUsability(writer, framesPerSecond);
  return writer.finish();
}

/** vui_parameters(), clause E.1.1: square samples, BT.709 in limited range, timing, no reordering. */
function writeVideoUsability(writer: NalWriter, framesPerSecond: number): void {
  writer.bits(1, 1); // aspect_ratio_info_present_flag
  writer.bits(8, SQUARE_SAMPLES);
  writer.bits(1, 0, 1); // overscan_info_present_flag, video_signal_type_present_flag
  writer.bits(3, 5); // video_format: unspecified
  writer.bits(1, 0, 1); // video_full_range_flag, colour_description_present_flag
  writer.bits(8, BT709, BT709, BT709);
  writer.bits(1, 0, 1); // chroma_loc_info_present_flag, timing_info_present_flag
  writer.bits(16, 0, 1, 0, 2 * framesPerSecond); // num_units_in_tick, time_scale: a frame is two ticks
  // fixed_frame_rate_flag, nal_ and vcl_hrd_parameters_present_flag, pic_struct_present_flag
  writer.bits(1, 1, 0, 0, 0);
  writer.bits(1, 1, 1); // bitstream_restriction_flag, motion_vectors_over_pic_boundaries_flag
  // max_bytes_per_pic_denom, max_bits_per_mb_denom, log2_max_mv_length_horizontal and _vertical,
  // max_num_reorder_frames, max_dec_frame_buffering
  writer.unsigned(0, 0, 0, 0, 0, 1);
}

/** pic_parameter_set_rbsp(), clause 7.3.2.2: CAVLC, one slice group, deblocking controlled. */
function pictureParameterSet(): Uint8Array {
  const writer = new NalWriter(NAL_UNIT_TYPE.pictureParameterSet);
  writer.unsigned(0, 0); // pic_parameter_set_id, seq_parameter_set_id
  writer.bits(1, 0, 0); // entropy_coding_mode_flag, bottom_field_pic_order_in_frame_present_flag
  writer.unsigned(0, 0, 0); // num_slice_groups_minus1, num_ref_idx_l0_ and _l1_default_active_minus1
  writer.bits(1, 0); // weighted_pred_flag
  writer.bits(2, 0); // weighted_bipred_idc
  // pic_init_qp_minus26, pic_init_qs_minus26, chroma_qp_index_offset
  writer.signed(QUANTIZATION_PARAMETER - INITIAL_QP_BASE, 0, CHROMA_QP_OFFSET);
  // deblocking_filter_control_present_flag, constrained_intra_pred_flag, redundant_pic_cnt_present_flag
  writer.bits(1, 1, 0, 0);
  return writer.finish();
}
