import {
  lowestLevel,
  MACROBLOCK_PIXELS,
  macroblocksOf,
  noLevelMessage,
  type StreamShape,
} from './level.ts';
import { CHROMA_QP_OFFSET, QUANTIZATION_PARAMETER } from './macroblock-writer.ts';
import { NAL_UNIT_TYPE, NalWriter } from './nal-writer.ts';

/** The two NAL units a decoder needs before the first picture. */
export interface ParameterSets {
  readonly sequence: Uint8Array;
  readonly picture: Uint8Array;
}

/** `frame_num` is written in this many bits; an IDR picture must come before it wraps. */
export const FRAME_NUM_BITS = 8;

/**
 * Writes both parameter sets of a stream with one reference picture and no reordering.
 *
 * @throws RangeError if no level permits size and rate
 */
export function createParameterSets(shape: StreamShape): ParameterSets {
  return { sequence: sequenceParameterSet(shape), picture: pictureParameterSet() };
}

/** seq_parameter_set_rbsp(), ITU-T H.264 clause 7.3.2.1.1. */
function sequenceParameterSet(shape: StreamShape): Uint8Array {
  const level = lowestLevel(shape);
  if (level === undefined) throw new RangeError(noLevelMessage(shape));
  const [columns, rows] = [macroblocksOf(shape.width), macroblocksOf(shape.height)];
  const writer = new NalWriter(NAL_UNIT_TYPE.sequenceParameterSet);
  // profile_idc and constraint set flags of Constrained Baseline (clause A.2.1.1), level_idc
  writer.bits(8, 66, 0b1100_0000, level);
  // seq_parameter_set_id, log2_max_frame_num_minus4,
  // pic_order_cnt_type: order of decoding (clause 8.2.1.3), max_num_ref_frames
  writer.unsigned(0, FRAME_NUM_BITS - 4, 2, 1);
  writer.bits(1, 0); // gaps_in_frame_num_value_allowed_flag
  writer.unsigned(columns - 1, rows - 1); // pic_width_in_mbs_minus1, pic_height_in_map_units_minus1
  writer.bits(1, 1, 1, 1); // frame_mbs_only_flag, direct_8x8_inference_flag, frame_cropping_flag
  // Left, right, top, bottom, in units of two luma samples (clause 7.4.2.1.1)
  const right = (MACROBLOCK_PIXELS * columns - shape.width) / 2;
  const bottom = (MACROBLOCK_PIXELS * rows - shape.height) / 2;
  writer.unsigned(0, right, 0, bottom);
  // vui_parameters(), clause E.1.1: square samples, BT.709 in limited range, timing, no reordering
  writer.bits(1, 1, 1); // vui_parameters_present_flag, aspect_ratio_info_present_flag
  writer.bits(8, 1); // aspect_ratio_idc
  writer.bits(1, 0, 1); // overscan_info_present_flag, video_signal_type_present_flag
  writer.bits(3, 5); // video_format: unspecified
  writer.bits(1, 0, 1); // video_full_range_flag, colour_description_present_flag
  writer.bits(8, 1, 1, 1); // colour_primaries, transfer_characteristics, matrix_coefficients
  writer.bits(1, 0, 1); // chroma_loc_info_present_flag, timing_info_present_flag
  // num_units_in_tick, time_scale: a frame is two ticks; 32 bits each
  writer.bits(16, 0, 1, 0, 2 * shape.framesPerSecond);
  // fixed_frame_rate_flag, nal_ and vcl_hrd_parameters_present_flag, pic_struct_present_flag,
  // bitstream_restriction_flag, motion_vectors_over_pic_boundaries_flag
  writer.bits(1, 1, 0, 0, 0, 1, 1);
  // max_bytes_per_pic_denom, max_bits_per_mb_denom, log2_max_mv_length_horizontal and _vertical,
  // max_num_reorder_frames, max_dec_frame_buffering
  writer.unsigned(0, 0, 0, 0, 0, 1);
  return writer.finish();
}

/** pic_parameter_set_rbsp(), clause 7.3.2.2: CAVLC, one slice group, deblocking controlled. */
function pictureParameterSet(): Uint8Array {
  const writer = new NalWriter(NAL_UNIT_TYPE.pictureParameterSet);
  writer.unsigned(0, 0); // pic_parameter_set_id, seq_parameter_set_id
  writer.bits(1, 0, 0); // entropy_coding_mode_flag, bottom_field_pic_order_in_frame_present_flag
  writer.unsigned(0, 0, 0); // num_slice_groups_minus1, num_ref_idx_l0_ and _l1_default_active_minus1
  writer.bits(1, 0, 0, 0); // weighted_pred_flag, weighted_bipred_idc
  // pic_init_qp_minus26, pic_init_qs_minus26, chroma_qp_index_offset
  writer.signed(QUANTIZATION_PARAMETER - 26, 0, CHROMA_QP_OFFSET);
  // deblocking_filter_control_present_flag, constrained_intra_pred_flag, redundant_pic_cnt_present_flag
  writer.bits(1, 1, 0, 0);
  return writer.finish();
}
