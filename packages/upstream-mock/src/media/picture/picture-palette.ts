import { blend, type Color, hueColor } from '../color.ts';
import { keyedNumber } from '../hash.ts';

/** Palette indexes by their part in the picture. */
export const PART = {
  card: 0,
  footer: 1,
  ink: 2,
  dimInk: 3,
  accent: 4,
  track: 5,
  stripZero: 6,
  stripOne: 7,
  plate: 8,
  firstTile: 9,
} as const;

const TILE_LIGHTNESSES = [24, 40, 56, 72, 88];

/** Colours in {@link PART.firstTile} and after. */
export const TILE_COLOR_COUNT = TILE_LIGHTNESSES.length;

const BLACK: Color = [0, 0, 0];
const WHITE: Color = [255, 255, 255];
const INK: Color = [241, 245, 249];

/** The palette of a clip, ordered by {@link PART}: shades of one hue, which `key` chooses. */
export function picturePalette(key: number): readonly Color[] {
  const hue = keyedNumber(key, 1) % 360;
  const card = hueColor(hue, 45, 13);
  const accent = hueColor(hue, 85, 76);
  const footer = blend(card, BLACK, 45);
  return [
    card,
    footer,
    INK,
    blend(card, INK, 60),
    accent,
    blend(footer, accent, 22),
    BLACK,
    WHITE,
    hueColor(hue, 45, 26),
    ...TILE_LIGHTNESSES.map((lightness) => hueColor(hue, 55, lightness)),
  ];
}
