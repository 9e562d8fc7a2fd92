import type { DrawingProblem } from '../drawing-problem.ts';

/** One row of ITU-T H.264 Table A-1: the columns that bound picture size and rate. */
interface LevelLimits {
  /** `level_idc`: ten times the level number. */
  readonly levelIdc: number;
  /** MaxMBPS, macroblocks per second. */
  readonly macroblocksPerSecond: number;
  /** MaxFS, macroblocks per picture. */
  readonly macroblocksPerPicture: number;
}

/** ITU-T H.264 Table A-1. Levels 1b, 2 and 4.1 are left out: they raise bit rate alone. */
const LEVELS: readonly LevelLimits[] = [
  { levelIdc: 10, macroblocksPerSecond: 1_485, macroblocksPerPicture: 99 },
  { levelIdc: 11, macroblocksPerSecond: 3_000, macroblocksPerPicture: 396 },
  { levelIdc: 12, macroblocksPerSecond: 6_000, macroblocksPerPicture: 396 },
  { levelIdc: 13, macroblocksPerSecond: 11_880, macroblocksPerPicture: 396 },
  { levelIdc: 21, macroblocksPerSecond: 19_800, macroblocksPerPicture: 792 },
  { levelIdc: 22, macroblocksPerSecond: 20_250, macroblocksPerPicture: 1_620 },
  { levelIdc: 30, macroblocksPerSecond: 40_500, macroblocksPerPicture: 1_620 },
  { levelIdc: 31, macroblocksPerSecond: 108_000, macroblocksPerPicture: 3_600 },
  { levelIdc: 32, macroblocksPerSecond: 216_000, macroblocksPerPicture: 5_120 },
  { levelIdc: 40, macroblocksPerSecond: 245_760, macroblocksPerPicture: 8_192 },
  { levelIdc: 42, macroblocksPerSecond: 522_240, macroblocksPerPicture: 8_704 },
  { levelIdc: 50, macroblocksPerSecond: 589_824, macroblocksPerPicture: 22_080 },
  { levelIdc: 51, macroblocksPerSecond: 983_040, macroblocksPerPicture: 36_864 },
  { levelIdc: 52, macroblocksPerSecond: 2_073_600, macroblocksPerPicture: 36_864 },
];

/** A coded picture size in macroblocks and its rate. */
export interface CodedRate {
  readonly macroblockColumns: number;
  readonly macroblockRows: number;
  readonly framesPerSecond: number;
}

/**
 * The lowest `level_idc` that permits this size and rate (ITU-T H.264 clause A.3.1 and
 * Table A-1); neither side may exceed the square root of eight times MaxFS.
 *
 * @throws RangeError when no level does
 */
export function levelFor(rate: CodedRate): number {
  const level = lowestLevel(rate);
  if (level === undefined) throw new RangeError(noLevel(rate).message);
  return level.levelIdc;
}

/** Why no level permits this size and rate; undefined when one does. */
export function levelProblem(rate: CodedRate): DrawingProblem | undefined {
  return lowestLevel(rate) === undefined ? noLevel(rate) : undefined;
}

function lowestLevel(rate: CodedRate): LevelLimits | undefined {
  const perPicture = rate.macroblockColumns * rate.macroblockRows;
  const longSide = Math.max(rate.macroblockColumns, rate.macroblockRows);
  return LEVELS.find(
    (limits) =>
      perPicture <= limits.macroblocksPerPicture &&
      perPicture * rate.framesPerSecond <= limits.macroblocksPerSecond &&
      longSide <= longestSide(limits),
  );
}

function longestSide({ macroblocksPerPicture }: LevelLimits): number {
  return Math.floor(Math.sqrt(8 * macroblocksPerPicture));
}

function noLevel(rate: CodedRate): DrawingProblem {
  const { macroblockColumns: columns, macroblockRows: rows, framesPerSecond } = rate;
  const most = {
    perPicture: Math.max(...LEVELS.map((limits) => limits.macroblocksPerPicture)),
    perSecond: Math.max(...LEVELS.map((limits) => limits.macroblocksPerSecond)),
    side: Math.max(...LEVELS.map(longestSide)),
  };
  return {
    fields: ['width', 'height'],
    message:
      `no H.264 level holds ${columns}x${rows} macroblocks of 16x16 pixels at ${framesPerSecond} frames per second; ` +
      `the highest holds ${most.perPicture} a picture, ${most.side} a side and ${most.perSecond} a second`,
  };
}
