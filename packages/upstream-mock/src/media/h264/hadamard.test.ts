import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hadamard2x2, hadamard4x4 } from './hadamard.ts';

/** The matrix of ITU-T H.264 clause 8.5.10. */
const MATRIX = [
  [1, 1, 1, 1],
  [1, 1, -1, -1],
  [1, -1, -1, 1],
  [1, -1, 1, -1],
];

const values = (count: number) =>
  fc
    .array(fc.integer({ min: -4000, max: 4000 }), { minLength: count, maxLength: count })
    .map((list) => Int32Array.from(list));

describe('hadamard4x4', () => {
  test('is the product with the matrix from both sides', () => {
    fc.assert(
      fc.property(values(16), (input) => {
        const output = new Int32Array(16);
        hadamard4x4(input, output);
        const expected = Int32Array.from({ length: 16 }, (_, index) => {
          const [row, column] = [index >> 2, index & 3];
          return input.reduce(
            (sum, value, cell) =>
              sum + value * (MATRIX[row]?.[cell >> 2] ?? 0) * (MATRIX[cell & 3]?.[column] ?? 0),
            0,
          );
        });
        expect(output).toEqual(expected);
      }),
    );
  });

  test('undoes itself but for a factor of 16', () => {
    fc.assert(
      fc.property(values(16), (input) => {
        const output = new Int32Array(16);
        hadamard4x4(input, output);
        hadamard4x4(output, output);
        expect(output).toEqual(input.map((value) => 16 * value));
      }),
    );
  });
});

describe('hadamard2x2', () => {
  test('undoes itself but for a factor of 4', () => {
    fc.assert(
      fc.property(values(4), (input) => {
        const output = new Int32Array(4);
        hadamard2x2(input, output);
        hadamard2x2(output, output);
        expect(output).toEqual(input.map((value) => 4 * value));
      }),
    );
  });

  test('tells the four directions apart', () => {
    const output = new Int32Array(4);
    hadamard2x2(Int32Array.of(1, 2, 4, 8), output);
    expect(Array.from(output)).toEqual([15, -5, -9, 3]);
  });
});
