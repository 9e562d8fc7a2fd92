import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyedNumber } from '../hash.ts';
import { createMacroblockSamples, readMacroblock } from './cell-picture.ts';
import { createPictureEncoder } from './picture-encoder.ts';
import { pictureSize } from './picture-size.ts';
import type { PictureKind } from './slice-header.ts';

const ramp = Uint8Array.from({ length: 256 }, (_, index) => index);
const palette = {
  luma: ramp,
  blueDifference: ramp.map((value) => 255 - value),
  redDifference: ramp.map((value) => value ^ 0x55),
};

function encoderOf(cells: Uint8Array, width: number, height: number) {
  const picture = { size: pictureSize(width, height), cells, palette };
  const encoder = createPictureEncoder(picture, 24);
  const encode = (kind: PictureKind) => {
    const steps: number[] = [];
    const work = encoder.encode(kind);
    for (let step = work.next(); ; step = work.next()) {
      if (step.done === true) return { unit: step.value, steps };
      steps.push(step.value);
    }
  };
  return { picture, encoder, encode };
}

describe('createPictureEncoder', () => {
  test('codes every cell near its colour', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (cells) => {
        const { picture, encoder, encode } = encoderOf(cells, 32, 32);
        encode('idr');
        const wanted = createMacroblockSamples();
        for (let index = 0; index < 4; index += 1) {
          readMacroblock(picture, index, wanted);
          const [row, column] = [index >> 1, index & 1];
          wanted.luma.forEach((sample, cell) => {
            const place = (4 * row + (cell >> 2)) * 8 + 4 * column + (cell & 3);
            expect(Math.abs((encoder.decoded.luma[place] ?? -9) - sample)).toBeLessThanOrEqual(5);
          });
          wanted.redDifference.forEach((sample, cell) => {
            const place = (2 * row + (cell >> 1)) * 4 + 2 * column + (cell & 1);
            const decoded = encoder.decoded.redDifference[place] ?? -9;
            expect(Math.abs(decoded - sample)).toBeLessThanOrEqual(3);
          });
        }
      }),
    );
  });

  test('is off by less than one on the whole, even for noise', () => {
    const cells = Uint8Array.from({ length: 64 * 64 }, (_, cell) => keyedNumber(1, cell));
    const { encoder, encode } = encoderOf(cells, 256, 256);
    encode('idr');
    const squares = cells.map((color, cell) => (color - (encoder.decoded.luma[cell] ?? 0)) ** 2);
    const meanSquare = squares.reduce((sum, square) => sum + square, 0) / squares.length;
    expect(Math.sqrt(meanSquare)).toBeLessThan(1);
  });

  test('spends a few bytes on a picture that did not change', () => {
    const cells = Uint8Array.from({ length: 320 * 180 }, (_, index) => index * 7);
    const { encode } = encoderOf(cells, 1280, 720);
    expect(encode('idr').unit.length).toBeGreaterThan(10_000);
    expect(encode('predicted').unit.length).toBeLessThan(12);
  });

  test('codes the changed macroblock alone', () => {
    const cells = new Uint8Array(16 * 16);
    const { encoder, encode } = encoderOf(cells, 64, 64);
    encode('idr');
    const before = Array.from(encoder.decoded.luma);
    cells[5 * 16 + 6] = 200;
    const { unit, steps } = encode('predicted');
    expect(steps.map(Math.floor)).toEqual([0, 1, 0, 0]);
    expect(unit.length).toBeLessThan(40);
    encoder.decoded.luma.forEach((sample, place) => {
      const [row, column] = [Math.floor(place / 16), place % 16];
      const inside = row >= 4 && row < 8 && column >= 4 && column < 8;
      expect(Math.abs(sample - (before[place] ?? 0))).toBeLessThanOrEqual(inside ? 255 : 0);
    });
    expect(encoder.decoded.luma[5 * 16 + 6]).toBeGreaterThan(198);
  });

  test('marks IDR pictures and others by their NAL unit types', () => {
    const { encode } = encoderOf(new Uint8Array(16), 16, 16);
    expect((encode('idr').unit[0] ?? 0) & 0x1f).toBe(5);
    expect((encode('predicted').unit[0] ?? 0) & 0x1f).toBe(1);
    expect((encode('idr').unit[0] ?? 0) & 0x1f).toBe(5);
  });

  test('begins with an IDR picture', () => {
    const { encode } = encoderOf(new Uint8Array(16), 16, 16);
    expect(() => encode('predicted')).toThrow(RangeError);
  });

  test('wants an IDR picture before frame_num wraps', () => {
    const { encode } = encoderOf(new Uint8Array(16), 16, 16);
    encode('idr');
    for (let frame = 1; frame < 256; frame += 1) encode('predicted');
    expect(() => encode('predicted')).toThrow(RangeError);
    expect(encode('idr').unit.length).toBeGreaterThan(0);
  });
});

describe('pictureSize', () => {
  test.for([
    [3, 2],
    [2, 0],
    [2.5, 2],
    [-2, 2],
  ] as const)('refuses %d x %d', ([width, height]) => {
    expect(() => pictureSize(width, height)).toThrow(RangeError);
  });
});
