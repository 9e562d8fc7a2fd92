import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lowestLevel } from './level.ts';
import { createParameterSets } from './parameter-sets.ts';

/** Reads fields of a NAL unit's payload in order. */
function reader(unit: Uint8Array) {
  const payload = Array.from(unit.subarray(1), (byte) => byte.toString(16).padStart(2, '0'));
  const bits = payload
    .join(' ')
    .replaceAll('00 00 03', '00 00')
    .split(' ')
    .map((byte) => Number.parseInt(byte, 16).toString(2).padStart(8, '0'))
    .join('');
  let position = 0;
  const take = (count: number): number => {
    position += count;
    return Number.parseInt(bits.slice(position - count, position), 2);
  };
  const takeExpGolomb = (): number => {
    const zeros = bits.indexOf('1', position) - position;
    position += zeros;
    return take(zeros + 1) - 1;
  };
  return { take, takeExpGolomb, remaining: () => bits.slice(position) };
}

const sides = fc.integer({ min: 1, max: 1000 }).map((half) => 2 * half);

describe('createParameterSets', () => {
  test('states size, cropping, level and rate', () => {
    fc.assert(
      fc.property(
        sides,
        sides,
        fc.integer({ min: 1, max: 60 }),
        (width, height, framesPerSecond) => {
          const shape = { width, height, framesPerSecond };
          const { take, takeExpGolomb, remaining } = reader(createParameterSets(shape).sequence);
          expect([take(8), take(8)]).toEqual([66, 0b1100_0000]);
          expect(take(8)).toBe(lowestLevel(shape));
          expect(Array.from({ length: 4 }, takeExpGolomb)).toEqual([0, 4, 2, 1]);
          expect(take(1)).toBe(0);
          const codedWidth = 16 * (takeExpGolomb() + 1);
          const codedHeight = 16 * (takeExpGolomb() + 1);
          expect(take(2)).toBe(0b11);
          expect(take(1)).toBe(1);
          const [left, right, top, bottom] = Array.from({ length: 4 }, takeExpGolomb);
          expect([left, top]).toEqual([0, 0]);
          expect(codedWidth - 2 * (right ?? 0)).toBe(width);
          expect(codedHeight - 2 * (bottom ?? 0)).toBe(height);
          // VUI up to the timing: square samples, no overscan, BT.709 in limited range, no chroma place.
          expect(take(1 + 1 + 8 + 1)).toBe(0b1_1_00000001_0);
          expect(take(1 + 3 + 1 + 1)).toBe(0b1_101_0_1);
          expect([take(8), take(8), take(8)]).toEqual([1, 1, 1]);
          expect(take(2)).toBe(0b01);
          expect(take(32)).toBe(1);
          expect(take(32)).toBe(2 * framesPerSecond);
          expect(take(1 + 3 + 1 + 1)).toBe(0b1_000_1_1);
          expect(Array.from({ length: 6 }, takeExpGolomb)).toEqual([0, 0, 0, 0, 0, 1]);
          expect(remaining()).toMatch(/^10*$/u);
        },
      ),
    );
  });

  test('chooses CAVLC, the quantizer 44 and a deblocking switch per slice', () => {
    const { take, takeExpGolomb, remaining } = reader(
      createParameterSets({ width: 64, height: 64, framesPerSecond: 24 }).picture,
    );
    expect([takeExpGolomb(), takeExpGolomb()]).toEqual([0, 0]);
    expect(take(2)).toBe(0);
    expect(Array.from({ length: 3 }, takeExpGolomb)).toEqual([0, 0, 0]);
    expect(take(3)).toBe(0);
    // pic_init_qp_minus26 = 18 and chroma_qp_index_offset = -8 (Table 9-3).
    expect(Array.from({ length: 3 }, takeExpGolomb)).toEqual([35, 0, 16]);
    expect(take(3)).toBe(0b100);
    expect(remaining()).toMatch(/^10*$/u);
  });
});
