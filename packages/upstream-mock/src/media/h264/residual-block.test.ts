import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BitWriter } from './bit-writer.ts';
import { CHROMA_DC_BLOCK, LUMA_DC_BLOCK, writeResidualBlock } from './residual-block.ts';

function bitsOf(levels: readonly number[]): string {
  const writer = new BitWriter();
  const kind = levels.length === 4 ? CHROMA_DC_BLOCK : LUMA_DC_BLOCK;
  writeResidualBlock(writer, Int32Array.from(levels), kind);
  writer.writeTrailingBits();
  const bits = Array.from(writer.bytes(), (byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.slice(0, bits.lastIndexOf('1'));
}

const scan = (...levels: readonly number[]): readonly number[] => [
  ...levels,
  ...Array.from({ length: 16 - levels.length }, () => 0),
];

describe('writeResidualBlock', () => {
  // The worked examples of Iain Richardson's introduction to CAVLC (vcodex.com).
  test.for([
    [scan(0, 3, 0, 1, -1, -1, 0, 1), '000010001110010111101101'],
    [scan(-2, 4, 3, -3, 0, 0, -1), '000000011010001001000010111001100'],
    [scan(0, 0, 0, 1, 0, 1, 0, 0, 0, -1), '0001110001110010'],
  ] as const)('codes the worked example %#', ([levels, expected]) => {
    const bits = bitsOf(levels);
    expect(bits).toBe(expected);
  });

  test('codes an empty block as one coeff_token', () => {
    expect(bitsOf(scan())).toBe('1');
    expect(bitsOf([0, 0, 0, 0])).toBe('01');
  });

  const level = fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.constantFrom(1, -1) },
    { weight: 2, arbitrary: fc.integer({ min: -20, max: 20 }) },
    { weight: 1, arbitrary: fc.integer({ min: -2000, max: 2000 }) },
  );

  test('can be read back by an independent decoder: luma', () => {
    fc.assert(
      fc.property(fc.array(level, { minLength: 16, maxLength: 16 }), (levels) => {
        expect(decode(bitsOf(levels), 16)).toEqual({ levels, rest: '' });
      }),
      { numRuns: 2000 },
    );
  });

  test('can be read back by an independent decoder: chroma', () => {
    fc.assert(
      fc.property(fc.array(level, { minLength: 4, maxLength: 4 }), (levels) => {
        expect(decode(bitsOf(levels), 4)).toEqual({ levels, rest: '' });
      }),
      { numRuns: 1000 },
    );
  });

  test('refuses a level that Baseline cannot express', () => {
    expect(() => bitsOf(scan(5000))).toThrow(RangeError);
  });
});

/*
 * A decoder by the words of clause 9.2, with its own copy of the tables: lengths and values as reference
 * decoders keep them, against the printed codewords in the code under test.
 */
type NumericCode = readonly (readonly [length: number, value: number])[];

const pairs = (lengths: readonly number[], values: readonly number[]): NumericCode =>
  lengths.map((length, row) => [length, values[row] ?? 0]);

// biome-ignore format: four numbers per TotalCoeff
const COEFF_TOKEN_16 = pairs(
  [1,0,0,0, 6,2,0,0, 8,6,3,0, 9,8,7,5, 10,9,8,6, 11,10,9,7, 13,11,10,8, 13,13,11,9, 13,13,13,10,
   14,14,13,11, 14,14,14,13, 15,15,14,14, 15,15,15,14, 16,15,15,15, 16,16,16,15, 16,16,16,16, 16,16,16,16],
  [1,0,0,0, 5,1,0,0, 7,4,1,0, 7,6,5,3, 7,6,5,3, 7,6,5,4, 15,6,5,4, 11,14,5,4, 8,10,13,4,
   15,14,9,4, 11,10,13,12, 15,14,9,12, 11,10,13,8, 15,1,9,12, 11,14,13,8, 7,10,9,12, 4,6,5,8],
);
// biome-ignore format: four numbers per TotalCoeff
const COEFF_TOKEN_4 = pairs(
  [2,0,0,0, 6,1,0,0, 6,6,3,0, 6,7,7,6, 6,8,8,7],
  [1,0,0,0, 7,1,0,0, 4,6,1,0, 3,3,2,5, 2,3,2,0],
);
// biome-ignore format: lengths, then values
const TOTAL_ZEROS_16 = [
  pairs([1,3,3,4,4,5,5,6,6,7,7,8,8,9,9,9], [1,3,2,3,2,3,2,3,2,3,2,3,2,3,2,1]),
  pairs([3,3,3,3,3,4,4,4,4,5,5,6,6,6,6], [7,6,5,4,3,5,4,3,2,3,2,3,2,1,0]),
  pairs([4,3,3,3,4,4,3,3,4,5,5,6,5,6], [5,7,6,5,4,3,4,3,2,3,2,1,1,0]),
  pairs([5,3,4,4,3,3,3,4,3,4,5,5,5], [3,7,5,4,6,5,4,3,3,2,2,1,0]),
  pairs([4,4,4,3,3,3,3,3,4,5,4,5], [5,4,3,7,6,5,4,3,2,1,1,0]),
  pairs([6,5,3,3,3,3,3,3,4,3,6], [1,1,7,6,5,4,3,2,1,1,0]),
  pairs([6,5,3,3,3,2,3,4,3,6], [1,1,5,4,3,3,2,1,1,0]),
  pairs([6,4,5,3,2,2,3,3,6], [1,1,1,3,3,2,2,1,0]),
  pairs([6,6,4,2,2,3,2,5], [1,0,1,3,2,1,1,1]),
  pairs([5,5,3,2,2,2,4], [1,0,1,3,2,1,1]),
  pairs([4,4,3,3,1,3], [0,1,1,2,1,3]),
  pairs([4,4,2,1,3], [0,1,1,1,1]),
  pairs([3,3,1,2], [0,1,1,1]),
  pairs([2,2,1], [0,1,1]),
  pairs([1,1], [0,1]),
];
const TOTAL_ZEROS_4 = [
  pairs([1, 2, 3, 3], [1, 1, 1, 0]),
  pairs([1, 2, 2], [1, 1, 0]),
  pairs([1, 1], [1, 0]),
];
// biome-ignore format: lengths, then values
const RUNS = [
  pairs([1,1], [1,0]),
  pairs([1,2,2], [1,1,0]),
  pairs([2,2,2,2], [3,2,1,0]),
  pairs([2,2,2,3,3], [3,2,1,1,0]),
  pairs([2,2,3,3,3,3], [3,2,3,2,1,0]),
  pairs([2,3,3,3,3,3,3], [3,0,1,3,2,5,4]),
  pairs([3,3,3,3,3,3,3,4,5,6,7,8,9,10,11], [7,6,5,4,3,2,1,1,1,1,1,1,1,1,1]),
];

function decode(
  bits: string,
  capacity: 4 | 16,
): { readonly levels: readonly number[]; readonly rest: string } {
  let position = 0;
  const take = (count: number): number => {
    const taken = bits.slice(position, position + count);
    position += count;
    return count === 0 ? 0 : Number.parseInt(taken, 2);
  };
  const takeCode = (code: NumericCode | undefined): number => {
    const row = (code ?? []).findIndex(
      ([length, value]) =>
        length > 0 && bits.startsWith(value.toString(2).padStart(length, '0'), position),
    );
    if (row < 0) throw new Error(`no codeword at bit ${position} of ${bits}`);
    position += code?.[row]?.[0] ?? 0;
    return row;
  };
  const token = takeCode(capacity === 16 ? COEFF_TOKEN_16 : COEFF_TOKEN_4);
  const total = token >> 2;
  const ones = token & 3;
  const found: number[] = [];
  let suffixLength = total > 10 && ones < 3 ? 1 : 0;
  while (found.length < total) {
    if (found.length < ones) {
      found.push(take(1) === 1 ? -1 : 1);
      continue;
    }
    const prefix = bits.indexOf('1', position) - position;
    take(prefix + 1);
    let levelCode = Math.min(15, prefix) << suffixLength;
    const plainSuffix = prefix === 14 && suffixLength === 0 ? 4 : suffixLength;
    levelCode += take(prefix >= 15 ? prefix - 3 : plainSuffix);
    if (prefix >= 15 && suffixLength === 0) levelCode += 15;
    if (found.length === ones && ones < 3) levelCode += 2;
    const level = levelCode % 2 === 0 ? (levelCode + 2) >> 1 : (-levelCode - 1) >> 1;
    found.push(level);
    if (suffixLength === 0) suffixLength = 1;
    if (Math.abs(level) > 3 << (suffixLength - 1) && suffixLength < 6) suffixLength += 1;
  }
  const levels = Array.from({ length: capacity }, () => 0);
  const zeroTables = capacity === 16 ? TOTAL_ZEROS_16 : TOTAL_ZEROS_4;
  let zerosLeft = total > 0 && total < capacity ? takeCode(zeroTables[total - 1]) : 0;
  let place = total + zerosLeft - 1;
  found.forEach((level, index) => {
    levels[place] = level;
    const more = zerosLeft > 0 && index < total - 1;
    const run = more ? takeCode(RUNS[Math.min(zerosLeft, 7) - 1]) : 0;
    zerosLeft -= run;
    place -= 1 + run;
  });
  return { levels, rest: bits.slice(position) };
}
