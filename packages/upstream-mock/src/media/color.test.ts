import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blend, hueColor, toComponents } from './color.ts';

describe('toComponents', () => {
  // Reference levels of ITU-R BT.709 in eight bits.
  test.for([
    [[0, 0, 0], 16, 128, 128],
    [[0, 0, 100], 235, 128, 128],
    [[90, 0, 50], 126, 128, 128],
    [[0, 100, 50], 63, 102, 240],
    [[120, 100, 50], 173, 42, 26],
    [[240, 100, 50], 32, 240, 118],
  ] as const)(
    'of hue, saturation and lightness %j',
    ([hsl, luma, blueDifference, redDifference]) => {
      expect(toComponents(hueColor(hsl[0], hsl[1], hsl[2]))).toEqual({
        luma,
        blueDifference,
        redDifference,
      });
    },
  );

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
