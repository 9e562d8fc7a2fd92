import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blend, parseColor, toComponents } from './color.ts';

describe('toComponents', () => {
  // Reference levels of ITU-R BT.709 in eight bits.
  test.for([
    ['#000000', 16, 128, 128],
    ['#ffffff', 235, 128, 128],
    ['#808080', 126, 128, 128],
    ['#ff0000', 63, 102, 240],
    ['#00ff00', 173, 42, 26],
    ['#0000ff', 32, 240, 118],
  ] as const)('of %s', ([color, luma, blueDifference, redDifference]) => {
    expect(toComponents(parseColor(color))).toEqual({ luma, blueDifference, redDifference });
  });

  test('stays in the limited range', () => {
    const level = fc.nat({ max: 255 });
    fc.assert(
      fc.property(level, level, level, (red, green, blue) => {
        const { luma, blueDifference, redDifference } = toComponents([red, green, blue]);
        expect([luma >= 16, luma <= 235]).toEqual([true, true]);
        for (const difference of [blueDifference, redDifference]) {
          expect([difference >= 16, difference <= 240]).toEqual([true, true]);
        }
      }),
    );
  });
});

describe('blend', () => {
  test('mixes in percent', () => {
    expect(blend([0, 100, 255], [100, 0, 255], 0)).toEqual([0, 100, 255]);
    expect(blend([0, 100, 255], [100, 0, 255], 25)).toEqual([25, 75, 255]);
    expect(blend([0, 100, 255], [100, 0, 255], 100)).toEqual([100, 0, 255]);
  });
});
