import { describe, expect, test } from 'vitest';
import { PART } from '../picture/picture-layout.ts';
import {
  CHROMA_STEP,
  type Color,
  DARKEST_LUMA,
  LUMA_STEP,
  TINTS,
  tintColors,
  tintOf,
} from './tint.ts';

/** Contrast ratio of WCAG 2.2. */
function contrast(first: Color, second: Color): number {
  const luminance = (color: Color): number => {
    const [red = 0, green = 0, blue = 0] = color.map((level) => {
      const share = level / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const tints = Array.from({ length: TINTS }, (_, position) => tintOf(position));

describe('a tint', () => {
  test('is one of many, none of them grey', () => {
    expect(new Set(tints.map((tint) => JSON.stringify(tint))).size).toBe(TINTS);
    for (const { blue, red } of tints) {
      expect(Math.max(Math.abs(blue), Math.abs(red))).toBeGreaterThan(5);
      expect(Math.max(Math.abs(blue), Math.abs(red))).toBeLessThanOrEqual(8);
    }
  });

  test.for(tints)('of $blue and $red is legible', (tint) => {
    const colors = tintColors(tint);
    const of = (part: keyof typeof PART): Color => colors[PART[part]] ?? [0, 0, 0];
    expect(contrast(of('card'), of('ink'))).toBeGreaterThan(7);
    expect(contrast(of('card'), of('dimInk'))).toBeGreaterThan(4.5);
    expect(contrast(of('footer'), of('ink'))).toBeGreaterThan(7);
    expect(contrast(of('track'), of('accent'))).toBeGreaterThan(3);
  });

  // Y'CbCr of ITU-R BT.709 in limited range, items 3.2 to 3.5, the other way round.
  test.for(tints)('of $blue and $red is the colour that a decoder shows', (tint) => {
    tintColors(tint).forEach((color, grade) => {
      const [red, green, blue] = color;
      if (color.some((level) => level === 0 || level === 255)) return;
      const luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      const samples = [
        16 + (219 * luma) / 255 - (DARKEST_LUMA + LUMA_STEP * grade),
        (224 * (blue - luma)) / (1.8556 * 255) - CHROMA_STEP * tint.blue,
        (224 * (red - luma)) / (1.5748 * 255) - CHROMA_STEP * tint.red,
      ];
      for (const difference of samples) expect(Math.abs(difference)).toBeLessThan(1);
    });
  });
});
