import { describe, expect, test } from 'vitest';
import type { Color } from '../color.ts';
import { CLIP_COLORS, PART, PLATE_COLORS, picturePalette, plateColor } from './picture-palette.ts';

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

const palettes = new Map(
  Array.from({ length: 400 }, (_, key) => picturePalette(key)).map((colors) => [
    String(colors[PART.card]),
    colors,
  ]),
);
const colorOf = (palette: readonly Color[], part: number): Color => palette[part] ?? [0, 0, 0];

describe('picturePalette', () => {
  test('uses every set of colours', () => {
    expect(palettes.size).toBe(CLIP_COLORS.length);
  });

  test.for([...palettes.values()])('is legible, set %#', (palette) => {
    const card = colorOf(palette, PART.card);
    const footer = colorOf(palette, PART.footer);
    expect(contrast(card, colorOf(palette, PART.ink))).toBeGreaterThan(7);
    expect(contrast(card, colorOf(palette, PART.dimInk))).toBeGreaterThan(4.5);
    expect(contrast(card, colorOf(palette, PART.accent))).toBeGreaterThan(4.5);
    expect(contrast(footer, colorOf(palette, PART.ink))).toBeGreaterThan(7);
    const bar = contrast(colorOf(palette, PART.track), colorOf(palette, PART.accent));
    expect(bar).toBeGreaterThan(3);
  });

  test('has room for every part in its own place', () => {
    expect(picturePalette(1)).toHaveLength(PART.firstPlate + PLATE_COLORS.length);
    expect(picturePalette(1).length).toBeLessThanOrEqual(256);
  });
});

describe('plateColor', () => {
  test('gives every code point a plate on which digits are legible', () => {
    const palette = picturePalette(1);
    const used = new Set(Array.from({ length: 500 }, (_, index) => plateColor(0x4e00 + index)));
    expect(used.size).toBe(PLATE_COLORS.length);
    for (const plate of used) {
      const ratio = contrast(colorOf(palette, plate), colorOf(palette, PART.ink));
      expect(ratio).toBeGreaterThan(4.5);
    }
  });
});
