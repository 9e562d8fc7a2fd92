import { describe, expect, test } from 'vitest';
import { BitWriter } from './bit-writer.ts';
import { COEFF_TOKEN_CHROMA_DC, COEFF_TOKEN_LUMA } from './coeff-token-tables.ts';
import { type VariableLengthCode, variableLengthCode, writeCode } from './variable-length-code.ts';
import { RUN_BEFORE, TOTAL_ZEROS_4X4, TOTAL_ZEROS_CHROMA_DC } from './zero-run-tables.ts';

function codewords(code: VariableLengthCode): readonly string[] {
  return Array.from(code.lengths, (length, row) =>
    length === 0 ? '' : (code.bits[row] ?? 0).toString(2).padStart(length, '0'),
  ).filter((codeword) => codeword !== '');
}

/** The share of all bit strings that begin with a codeword; 1 = every string can be read. */
function coverage(code: VariableLengthCode): number {
  return codewords(code).reduce((sum, codeword) => sum + 2 ** -codeword.length, 0);
}

const allCodes: readonly (readonly [string, VariableLengthCode])[] = [
  ['coeff_token, luma', COEFF_TOKEN_LUMA],
  ['coeff_token, chroma DC', COEFF_TOKEN_CHROMA_DC],
  ...TOTAL_ZEROS_4X4.map((code, index) => [`total_zeros ${index + 1}`, code] as const),
  ...TOTAL_ZEROS_CHROMA_DC.map((code, index) => [`chroma total_zeros ${index + 1}`, code] as const),
  ...RUN_BEFORE.map((code, index) => [`run_before ${index + 1}`, code] as const),
];

describe('the tables of ITU-T H.264 clause 9.2', () => {
  test.for(allCodes)('%s: no codeword begins another', ([, code]) => {
    const words = codewords(code);
    for (const word of words) {
      expect(words.filter((other) => other.startsWith(word))).toEqual([word]);
    }
  });

  test.for(allCodes.slice(2))('%s: covers every bit string, but for known gaps', ([name, code]) => {
    // The longest codes of these two stop one short of the last string.
    const gap = { 'total_zeros 1': 2 ** -9, 'run_before 7': 2 ** -11 }[name] ?? 0;
    expect(coverage(code)).toBe(1 - gap);
  });

  test('have a row for every count', () => {
    expect(codewords(COEFF_TOKEN_LUMA)).toHaveLength(1 + 2 + 3 + 4 * 14);
    expect(codewords(COEFF_TOKEN_CHROMA_DC)).toHaveLength(1 + 2 + 3 + 4 * 2);
    expect(TOTAL_ZEROS_4X4.map((code) => code.lengths.length)).toEqual(
      Array.from({ length: 15 }, (_, index) => 16 - index),
    );
    expect(TOTAL_ZEROS_CHROMA_DC.map((code) => code.lengths.length)).toEqual([4, 3, 2]);
    expect(RUN_BEFORE.map((code) => code.lengths.length)).toEqual([2, 3, 4, 5, 6, 7, 15]);
  });
});

describe('writeCode', () => {
  test('writes a codeword as printed', () => {
    const writer = new BitWriter();
    writeCode(writer, variableLengthCode(['1', '0001 0110']), 1);
    expect(Array.from(writer.bytes())).toEqual([0b0001_0110]);
  });

  test.for([2, 3, -1])('refuses row %i, which does not exist', (row) => {
    const code = variableLengthCode(['1', '01', '']);
    expect(() => writeCode(new BitWriter(), code, row)).toThrow(RangeError);
  });
});
