import { describe, expect, test } from 'vitest';
import type { Color } from '../color.ts';
import { PART, picturePalette, TILE_COLOR_COUNT } from './picture-palette.ts';

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
  Array.from({ length: 6000 }, (_, key) => picturePalette(key)).map((colors) => [
    String(colors),
    colors,
  ]),
);
const colorOf = (palette: readonly Color[], part: number): Color => palette[part] ?? [0, 0, 0];

describe('picturePalette', () => {
  test('tells jobs apart by hue', () => {
    expect(palettes.size).toBe(360);
  });

  test.for([...palettes.values()])('is legible, hue %#', (palette) => {
    const card = colorOf(palette, PART.card);
    const footer = colorOf(palette, PART.footer);
    expect(contrast(card, colorOf(palette, PART.ink))).toBeGreaterThan(7);
    expect(contrast(card, colorOf(palette, PART.dimInk))).toBeGreaterThan(4.5);
    expect(contrast(card, colorOf(palette, PART.accent))).toBeGreaterThan(4.5);
    expect(contrast(footer, colorOf(palette, PART.ink))).toBeGreaterThan(7);
    const plate = colorOf(palette, PART.plate);
    expect(contrast(plate, colorOf(palette, PART.ink))).toBeGreaterThan(4.5);
    const bar = contrast(colorOf(palette, PART.track), colorOf(palette, PART.accent));
    expect(bar).toBeGreaterThan(3);
  });

  test('has room for every part in its own place', () => {
    expect(picturePalette(1)).toHaveLength(PART.firstTile + TILE_COLOR_COUNT);
  });
});
