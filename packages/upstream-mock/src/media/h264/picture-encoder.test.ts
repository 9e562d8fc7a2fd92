import { describe, expect, test } from 'vitest';
import { drain } from '../../../test/support/drain.ts';
import { keyedNumber } from '../scene/hash.ts';
import { GRADES } from '../scene/tint.ts';
import { encodePicture } from './picture-encoder.ts';

const tint = { blue: 3, red: -8 };

function encoderOf(cells: Uint8Array, stride: number) {
  const coded = new Uint8Array(cells.length);
  return (frameNum: number) => drain(encodePicture({ cells, stride, tint }, coded, frameNum));
}

describe('PictureEncoder', () => {
  test('spends a few bytes on a picture that did not change', () => {
    const cells = Uint8Array.from(
      { length: 320 * 180 },
      (_, cell) => keyedNumber(1, cell) % GRADES,
    );
    const encode = encoderOf(cells, 320);
    expect(encode(0).length).toBeGreaterThan(10_000);
    expect(encode(1).length).toBeLessThan(12);
  });

  test('spends less than a byte on each macroblock that continues its neighbour', () => {
    const cells = Uint8Array.from({ length: 320 * 180 }, (_, cell) => (cell >> 2) % 2);
    expect(encoderOf(cells, 320)(0).length).toBeLessThan(3600);
  });

  test('codes the changed macroblock alone', () => {
    const cells = new Uint8Array(16 * 16);
    const coded = new Uint8Array(cells.length);
    const picture = { cells, stride: 16, tint };
    drain(encodePicture(picture, coded, 0));
    cells[5 * 16 + 6] = 8;
    const work = encodePicture(picture, coded, 1);
    const steps: number[] = [];
    for (let step = work.next(); ; step = work.next()) {
      if (step.done === true) {
        expect(step.value.length).toBeLessThan(40);
        break;
      }
      steps.push(Math.floor(step.value));
    }
    expect(steps).toEqual([0, 1, 0, 0]);
  });

  test('marks pictures that stand alone and others by their NAL unit types', () => {
    const encode = encoderOf(new Uint8Array(16), 4);
    expect([0, 1, 2, 0].map((frameNum) => (encode(frameNum)[0] ?? 0) & 0x1f)).toEqual([5, 1, 1, 5]);
  });
});
