/** Luma samples on one side of a macroblock (ITU-T H.264 clause 3, macroblock). */
export const MACROBLOCK_PIXELS = 16;

const HIGHEST_LEVEL = [52, 2_073_600, 36_864] as const;
/**
 * Rows of ITU-T H.264 Table A-1: `level_idc` (ten times the level), MaxMBPS (macroblocks per second) and MaxFS
 * (macroblocks per picture). Levels that few videos benefit from are left out.
 */
const LEVELS = [
  [30, 40_500, 1_620],
  [31, 108_000, 3_600],
  [32, 216_000, 5_120],
  [40, 245_760, 8_192],
  [42, 522_240, 8_704],
  [51, 983_040, 36_864],
  HIGHEST_LEVEL,
] as const;

/** Size of a picture in whole macroblocks, and its frame rate. */
export interface CodedRate {
  readonly columns: number;
  readonly rows: number;
  readonly framesPerSecond: number;
}

/** Rounds a size up to whole macroblocks; cropping hides the rest. */
export function macroblocksOf(pixels: number): number {
  return Math.ceil(pixels / MACROBLOCK_PIXELS);
}

/**
 * The lowest `level_idc` that permits this size and rate (ITU-T H.264 clause A.3.1), whose longer side has at most the
 * square root of eight times MaxFS; undefined if none does.
 */
export function lowestLevel({ columns, rows, framesPerSecond }: CodedRate): number | undefined {
  const level = LEVELS.find(
    ([, perSecond, perPicture]) =>
      columns * rows <= perPicture &&
      columns * rows * framesPerSecond <= perSecond &&
      Math.max(columns, rows) <= longestSide(perPicture),
  );
  return level?.[0];
}

/** Message with the size and rate that no level permits, and the limits of the highest level. */
export function noLevelMessage({ columns, rows, framesPerSecond }: CodedRate): string {
  const [, perSecond, perPicture] = HIGHEST_LEVEL;
  return (
    `no H.264 level permits ${columns}x${rows} macroblocks of 16x16 pixels at ${framesPerSecond} frames per second; ` +
    `the highest permits ${perPicture} a picture, ${longestSide(perPicture)} a side and ${perSecond} a second`
  );
}

function longestSide(macroblocksPerPicture: number): number {
  return Math.floor(Math.sqrt(8 * macroblocksPerPicture));
}
