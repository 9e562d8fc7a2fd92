/** Size of a stream in pixels, and its frame rate. */
export interface StreamShape {
  /** Even: 4:2:0 crops in units of two samples. */
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
}

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

/** Rounds a size up to whole macroblocks; cropping hides the rest. */
export function macroblocksOf(pixels: number): number {
  return Math.ceil(pixels / MACROBLOCK_PIXELS);
}

/** The lowest `level_idc` that permits this size and rate; the highest if none does. */
export function lowestLevel(shape: StreamShape): number {
  return (LEVELS.find((level) => permits(level, shape)) ?? HIGHEST_LEVEL)[0];
}

/** Message with the size and rate that no level permits, and the limits of the highest level. */
export function levelProblem(shape: StreamShape): string | undefined {
  if (permits(HIGHEST_LEVEL, shape)) return undefined;
  const [, perSecond, perPicture] = HIGHEST_LEVEL;
  const size = `${macroblocksOf(shape.width)}x${macroblocksOf(shape.height)}`;
  return (
    `no H.264 level permits ${size} macroblocks of 16x16 pixels at ${shape.framesPerSecond} frames per second; ` +
    `the highest permits ${perPicture} a picture, ${longestSide(perPicture)} a side and ${perSecond} a second`
  );
}

/** ITU-T H.264 clause A.3.1. */
function permits(
  [, perSecond, perPicture]: (typeof LEVELS)[number],
  { width, height, framesPerSecond }: StreamShape,
): boolean {
  const [columns, rows] = [macroblocksOf(width), macroblocksOf(height)];
  return (
    columns * rows <= perPicture &&
    columns * rows * framesPerSecond <= perSecond &&
    Math.max(columns, rows) <= longestSide(perPicture)
  );
}

function longestSide(macroblocksPerPicture: number): number {
  return Math.floor(Math.sqrt(8 * macroblocksPerPicture));
}
