import type { BitWriter } from './bit-writer.ts';

/** A table of codewords addressed by row; a row of length 0 does not exist. */
export interface VariableLengthCode {
  readonly bits: Uint16Array;
  readonly lengths: Uint8Array;
}

/**
 * Reads codewords written the way the standard prints them, for example `'0001 01'`.
 *
 * @param codewords in table order; at most 16 bits each
 */
export function variableLengthCode(codewords: readonly string[]): VariableLengthCode {
  const digits = codewords.map((codeword) => codeword.replaceAll(' ', ''));
  return {
    bits: Uint16Array.from(digits, (codeword) => Number.parseInt(codeword, 2)),
    lengths: Uint8Array.from(digits, (codeword) => codeword.length),
  };
}

/** Appends the codeword of `row`; a row outside the table is a fault of the caller. */
export function writeCode(writer: BitWriter, code: VariableLengthCode, row: number): void {
  const length = code.lengths[row];
  if (length === undefined || length === 0) {
    throw new RangeError(`no codeword in row ${row} of a table of ${code.lengths.length}`);
  }
  writer.writeBits(code.bits[row] ?? 0, length);
}
