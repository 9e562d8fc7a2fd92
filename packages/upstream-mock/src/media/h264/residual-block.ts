import type { BitWriter } from './bit-writer.ts';
import { COEFF_TOKEN_CHROMA_DC, COEFF_TOKEN_LUMA, coeffTokenRow } from './coeff-token-tables.ts';
import { type VariableLengthCode, writeCode } from './variable-length-code.ts';
import { RUN_BEFORE, TOTAL_ZEROS_4X4, TOTAL_ZEROS_CHROMA_DC } from './zero-run-tables.ts';

/** The tables one kind of block is coded with. */
export interface ResidualBlockKind {
  /** `maxNumCoeff`: how many coefficients such a block holds. */
  readonly capacity: number;
  readonly coeffToken: VariableLengthCode;
  readonly totalZeros: readonly VariableLengthCode[];
}

/** The 16 luma DC coefficients of an Intra16x16 macroblock whose neighbours sent no AC (nC = 0). */
export const LUMA_DC_BLOCK: ResidualBlockKind = {
  capacity: 16,
  coeffToken: COEFF_TOKEN_LUMA,
  totalZeros: TOTAL_ZEROS_4X4,
};

/** The four DC coefficients of one chroma component in 4:2:0 (nC = -1). */
export const CHROMA_DC_BLOCK: ResidualBlockKind = {
  capacity: 4,
  coeffToken: COEFF_TOKEN_CHROMA_DC,
  totalZeros: TOTAL_ZEROS_CHROMA_DC,
};

const MOST_TRAILING_ONES = 3;
const LARGEST_SUFFIX_LENGTH = 6;
const ESCAPE_PREFIX = 15;
const ESCAPE_SUFFIX_BITS = 12;

/**
 * Appends one block: residual_block_cavlc(), ITU-T H.264 clause 7.3.5.3.2, coded by clause 9.2.
 *
 * @param coefficients quantized levels in scan order, `kind.capacity` of them
 * @throws RangeError when a level needs more than the level_prefix 15 that Baseline allows
 */
export function writeResidualBlock(
  writer: BitWriter,
  coefficients: Int32Array,
  kind: ResidualBlockKind,
): void {
  const total = countNonZero(coefficients);
  const trailingOnes = countTrailingOnes(coefficients);
  writeCode(writer, kind.coeffToken, coeffTokenRow(total, trailingOnes));
  if (total === 0) return;
  writeLevels(writer, coefficients, { total, trailingOnes });
  const zeros = countZerosBelowLast(coefficients);
  if (total < kind.capacity) {
    const totalZeros = kind.totalZeros[total - 1];
    if (totalZeros === undefined) throw new RangeError(`no total_zeros table for ${total} levels`);
    writeCode(writer, totalZeros, zeros);
  }
  writeRuns(writer, coefficients, zeros);
}

function countNonZero(coefficients: Int32Array): number {
  let count = 0;
  for (let index = 0; index < coefficients.length; index += 1) {
    if (coefficients[index] !== 0) count += 1;
  }
  return count;
}

function countTrailingOnes(coefficients: Int32Array): number {
  let ones = 0;
  for (let index = coefficients.length - 1; index >= 0; index -= 1) {
    const level = coefficients[index] ?? 0;
    if (level === 0) continue;
    if (ones === MOST_TRAILING_ONES || (level !== 1 && level !== -1)) break;
    ones += 1;
  }
  return ones;
}

function countZerosBelowLast(coefficients: Int32Array): number {
  let last = coefficients.length - 1;
  while (last >= 0 && coefficients[last] === 0) last -= 1;
  let zeros = 0;
  for (let index = 0; index < last; index += 1) if (coefficients[index] === 0) zeros += 1;
  return zeros;
}

/** Signs of the trailing ones, then the other levels, highest frequency first (clause 9.2.2). */
function writeLevels(
  writer: BitWriter,
  coefficients: Int32Array,
  counts: { readonly total: number; readonly trailingOnes: number },
): void {
  let suffixLength = counts.total > 10 && counts.trailingOnes < MOST_TRAILING_ONES ? 1 : 0;
  let written = 0;
  for (let index = coefficients.length - 1; written < counts.total; index -= 1) {
    const level = coefficients[index] ?? 0;
    if (level === 0) continue;
    if (written < counts.trailingOnes) {
      writer.writeFlag(level < 0);
    } else {
      // The first of these cannot be 1 or -1 when fewer than three ones trail: two codes are free.
      const first = written === counts.trailingOnes && counts.trailingOnes < MOST_TRAILING_ONES;
      const levelCode = (level > 0 ? 2 * level - 2 : -2 * level - 1) - (first ? 2 : 0);
      writeLevelCode(writer, levelCode, suffixLength);
      suffixLength = nextSuffixLength(suffixLength, Math.abs(level));
    }
    written += 1;
  }
}

/** level_prefix (Table 9-6) and level_suffix, clause 9.2.2.1. */
function writeLevelCode(writer: BitWriter, levelCode: number, suffixLength: number): void {
  const plainLimit = suffixLength === 0 ? 14 : ESCAPE_PREFIX << suffixLength;
  if (levelCode < plainLimit) {
    writer.writeBits(1, (levelCode >> suffixLength) + 1);
    writer.writeBits(levelCode, suffixLength);
    return;
  }
  if (suffixLength === 0 && levelCode < 30) {
    writer.writeBits(1, 15);
    writer.writeBits(levelCode - 14, 4);
    return;
  }
  const escaped = levelCode - (suffixLength === 0 ? 30 : plainLimit);
  if (escaped >= 1 << ESCAPE_SUFFIX_BITS) {
    throw new RangeError(`levelCode ${levelCode} does not fit level_prefix ${ESCAPE_PREFIX}`);
  }
  writer.writeBits(1, ESCAPE_PREFIX + 1);
  writer.writeBits(escaped, ESCAPE_SUFFIX_BITS);
}

function nextSuffixLength(suffixLength: number, magnitude: number): number {
  const started = suffixLength === 0 ? 1 : suffixLength;
  return magnitude > 3 << (started - 1) && started < LARGEST_SUFFIX_LENGTH ? started + 1 : started;
}

/** run_before of every level but the lowest, while zeros are left (clause 9.2.3). */
function writeRuns(writer: BitWriter, coefficients: Int32Array, totalZeros: number): void {
  let zerosLeft = totalZeros;
  let index = coefficients.length - 1;
  while (index >= 0 && coefficients[index] === 0) index -= 1;
  while (zerosLeft > 0 && index > 0) {
    let run = 0;
    index -= 1;
    while (index >= 0 && coefficients[index] === 0) {
      run += 1;
      index -= 1;
    }
    if (index < 0) return;
    const runBefore = RUN_BEFORE[Math.min(zerosLeft, RUN_BEFORE.length) - 1];
    if (runBefore === undefined) throw new RangeError(`no run_before table for ${zerosLeft} zeros`);
    writeCode(writer, runBefore, run);
    zerosLeft -= run;
  }
}
