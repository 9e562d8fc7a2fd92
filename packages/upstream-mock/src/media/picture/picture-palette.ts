import { blend, type Color, parseColor } from '../color.ts';
import { keyedNumber } from '../hash.ts';

/** The colours one clip is drawn in. */
interface ClipColors {
  /** Behind the text. */
  readonly card: string;
  /** For what should catch the eye: the model, the progress bar. */
  readonly accent: string;
  /** For the mosaic. */
  readonly tiles: readonly [string, string, string, string, string];
}

/** Chosen by hand to be pleasant together and easy to tell apart; light text is legible on every card. */
// biome-ignore format: one line per palette
export const CLIP_COLORS: readonly ClipColors[] = [
  { card: '#14213d', accent: '#fca311', tiles: ['#1d3557', '#457b9d', '#a8dadc', '#e63946', '#f1faee'] },
  { card: '#12261e', accent: '#a7c957', tiles: ['#386641', '#6a994e', '#a7c957', '#f2e8cf', '#bc4749'] },
  { card: '#231433', accent: '#ff9e6d', tiles: ['#3d1f5c', '#7b2d8b', '#c9486e', '#ff9e6d', '#ffe0b5'] },
  { card: '#1b2430', accent: '#5eead4', tiles: ['#2d3b4e', '#51657f', '#8fa6bf', '#5eead4', '#f8fafc'] },
  { card: '#2b1a12', accent: '#f4a259', tiles: ['#5b3a29', '#a44a3f', '#f4a259', '#f4e285', '#8cb369'] },
  { card: '#0f172a', accent: '#38bdf8', tiles: ['#1e3a8a', '#2563eb', '#38bdf8', '#f472b6', '#fde68a'] },
  { card: '#1d2521', accent: '#f7b2bd', tiles: ['#2f4a3c', '#5b8266', '#aec3b0', '#f7b2bd', '#b23a48'] },
  { card: '#0b2529', accent: '#e29578', tiles: ['#006d77', '#2a9d8f', '#83c5be', '#edf6f9', '#e29578'] },
  { card: '#1c1c1f', accent: '#ff5c6c', tiles: ['#2b2d42', '#5c677d', '#8d99ae', '#edf2f4', '#ef233c'] },
  { card: '#1f2310', accent: '#f9c74f', tiles: ['#43522b', '#90be6d', '#f9c74f', '#f8961e', '#f94144'] },
  { card: '#1e1b38', accent: '#c4b5fd', tiles: ['#312e81', '#6d5bd0', '#a78bfa', '#fbcfe8', '#fef3c7'] },
  { card: '#06202f', accent: '#7fdbda', tiles: ['#023e58', '#0277a5', '#48b5c4', '#a6e3e9', '#ffd166'] },
];

/** Grounds for the code points of characters outside the font; white digits are legible on each. */
export const PLATE_COLORS: readonly string[] = [
  '#9b2c2c',
  '#9c4221',
  '#8a5a00',
  '#5f6b1a',
  '#2f6b3a',
  '#20695f',
  '#1f6180',
  '#2a4d9b',
  '#4a3fa3',
  '#6b3796',
  '#8c2f78',
  '#5a5f6b',
];

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
