/**
 * The quantizer every picture uses, QP'Y and (below 30, Table 8-15) QP'C alike. At 24 a luma level
 * moves a cell by 0.625 and a chroma level by 1.25. Half a step in each of 16 (4) levels adds up to an
 * error of 5 (3) at worst; even noise is off by less than one on the whole.
 */
export const QUANTIZATION_PARAMETER = 24;

/**
 * LevelScale4x4(QP % 6, 0, 0) for the flat scaling matrix: 16 times normAdjust4x4(0, 0, 0) = 10
 * (ITU-T H.264 clause 8.5.9). It is worth `2 ** (QP / 6)` = 16 times as much at QP 24.
 */
const LEVEL_SCALE = 160;
const QP_OCTAVE = QUANTIZATION_PARAMETER / 6;

/** Luma DC: `(f * LevelScale + (1 << (5 - QP / 6))) >> (6 - QP / 6)`, clause 8.5.10; exact here. */
const LUMA_DC_FACTOR = LEVEL_SCALE >> (6 - QP_OCTAVE);

/** Chroma DC: `((f * LevelScale) << (QP / 6)) >> 5`, clause 8.5.11.2; exact here. */
const CHROMA_DC_FACTOR = (LEVEL_SCALE << QP_OCTAVE) >> 5;

/** A block holding nothing but its DC value d adds `(d + 32) >> 6` to each sample, clause 8.5.12. */
const INVERSE_TRANSFORM_SCALE = 64;

/** Forward Hadamard sums are 16 (4x4) and 4 (2x2) times the mean; this is their quantizer step. */
const LUMA_STEP = (16 * LUMA_DC_FACTOR) / INVERSE_TRANSFORM_SCALE;
const CHROMA_STEP = (4 * CHROMA_DC_FACTOR) / INVERSE_TRANSFORM_SCALE;

/** Level of a luma DC coefficient: its forward transform over the step, to the nearest integer. */
export function quantizeLumaDc(coefficient: number): number {
  return Math.round(coefficient / LUMA_STEP);
}

/** Level of a chroma DC coefficient. */
export function quantizeChromaDc(coefficient: number): number {
  return Math.round(coefficient / CHROMA_STEP);
}

/** What a decoder adds to each sample of a cell for `f`, the inverse transform of the luma levels. */
export function lumaResidual(f: number): number {
  return (f * LUMA_DC_FACTOR + 32) >> 6;
}

/** What a decoder adds to each sample of a chroma cell for `f`. */
export function chromaResidual(f: number): number {
  return (f * CHROMA_DC_FACTOR + 32) >> 6;
}
