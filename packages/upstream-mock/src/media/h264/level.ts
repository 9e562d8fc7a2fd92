import type { VideoScene } from '../scene/scene.ts';

/** Size of a stream and its frame rate. The sides are even: 4:2:0 crops in units of two samples. */
export type StreamShape = Required<Pick<VideoScene, 'width' | 'height' | 'framesPerSecond'>>;

/** Luma samples on one side of a macroblock (ITU-T H.264 clause 3, macroblock). */
export const MACROBLOCK_PIXELS = 16;

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
  [52, 2_073_600, 36_864],
] as const;
/** The last row in words. */
const HIGHEST_LIMITS = '36864 a picture, 543 a side and 2073600 a second';

/** Rounds a size up to whole macroblocks; cropping hides the rest. */
export function macroblocksOf(pixels: number): number {
  return Math.ceil(pixels / MACROBLOCK_PIXELS);
}

/**
 * The lowest `level_idc` that permits this size and rate (ITU-T H.264 clause A.3.1), whose longer side has at most the
 * square root of eight times MaxFS; undefined if none does.
 */
export function lowestLevel({ width, height, framesPerSecond }: StreamShape): number | undefined {
  const [columns, rows] = [macroblocksOf(width), macroblocksOf(height)];
  const level = LEVELS.find(
    ([, perSecond, perPicture]) =>
      columns * rows <= perPicture &&
      columns * rows * framesPerSecond <= perSecond &&
      Math.max(columns, rows) <= Math.floor(Math.sqrt(8 * perPicture)),
  );
  return level?.[0];
}

/** Message with the size and rate that no level permits, and the limits of the highest level. */
export function noLevelMessage({ width, height, framesPerSecond }: StreamShape): string {
  const size = `${macroblocksOf(width)}x${macroblocksOf(height)} macroblocks of 16x16 pixels`;
  return `no H.264 level permits ${size} at ${framesPerSecond} frames per second; the highest permits ${HIGHEST_LIMITS}`;
}
