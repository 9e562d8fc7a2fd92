/** The colour difference of a whole picture, in levels -8..8. */
export interface Tint {
  readonly blue: number;
  readonly red: number;
}

/** Number of brightness grades of a picture, 0..8. */
export const GRADES = 9;
/** Luma of grade 0, and the step between grades. */
export const DARKEST_LUMA = 24;
export const LUMA_STEP = 26;
/** Step of the colour difference per level of a tint, from grey at 128. */
export const CHROMA_STEP = 4;

/** Red, green and blue, 0..255 each. */
export type Color = readonly [red: number, green: number, blue: number];

/** Number of tints around the circle, all about equally strong. */
export const TINTS = 48;

/** Returns one of the {@link TINTS} tints. */
export function tintOf(position: number): Tint {
  const wave = (at: number): number => Math.max(-8, Math.min(8, Math.abs((at % TINTS) - 24) - 12));
  return { blue: wave(position), red: wave(position + TINTS / 4) };
}

/** Colors of every grade of a tint: Y'CbCr of ITU-R BT.709 in limited range as a decoder shows it (items 3.2-3.5). */
export function tintColors(tint: Tint): readonly Color[] {
  return Array.from({ length: GRADES }, (_, grade) => {
    const luma = (DARKEST_LUMA + grade * LUMA_STEP - 16) / 219;
    const blue = luma + (1.8556 * CHROMA_STEP * tint.blue) / 224;
    const red = luma + (1.5748 * CHROMA_STEP * tint.red) / 224;
    const green = (luma - 0.2126 * red - 0.0722 * blue) / 0.7152;
    const level = (share: number): number => Math.round(255 * Math.max(0, Math.min(1, share)));
    return [level(red), level(green), level(blue)];
  });
}
