import { blend, type Color, parseColor } from '../color.ts';
import { keyedNumber } from '../hash.ts';
import { CLIP_COLORS, PLATE_COLORS } from './palettes.ts';

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
  firstTile: 8,
  firstPlate: 16,
} as const;

/** Colours in {@link PART.firstTile} and after. */
export const TILE_COLOR_COUNT = 5;

const BLACK: Color = [0, 0, 0];
const WHITE: Color = [255, 255, 255];
const INK: Color = [241, 245, 249];

/** The palette of a clip, ordered by {@link PART}; `key` chooses it. */
export function picturePalette(key: number): readonly Color[] {
  const clip = CLIP_COLORS[keyedNumber(key, 1) % CLIP_COLORS.length];
  if (clip === undefined) throw new RangeError('there are no clip colours');
  const card = parseColor(clip.card);
  const accent = parseColor(clip.accent);
  const footer = blend(card, BLACK, 45);
  const parts: readonly (readonly [number, Color])[] = [
    [PART.card, card],
    [PART.footer, footer],
    [PART.ink, INK],
    [PART.dimInk, blend(card, INK, 60)],
    [PART.accent, accent],
    [PART.track, blend(footer, accent, 22)],
    [PART.stripZero, BLACK],
    [PART.stripOne, WHITE],
    ...clip.tiles.map((tile, index) => [PART.firstTile + index, parseColor(tile)] as const),
    ...PLATE_COLORS.map((plate, index) => [PART.firstPlate + index, parseColor(plate)] as const),
  ];
  const byPart = new Map(parts);
  return Array.from(
    { length: PART.firstPlate + PLATE_COLORS.length },
    (_, index) => byPart.get(index) ?? BLACK,
  );
}

/** The palette index of the plate behind a code point. */
export function plateColor(codePoint: number): number {
  return PART.firstPlate + (keyedNumber(codePoint) % PLATE_COLORS.length);
}
