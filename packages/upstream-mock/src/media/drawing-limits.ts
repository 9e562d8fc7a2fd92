import { lowestLevel, macroblocksOf, noLevelMessage } from './h264/level.ts';
import { movieTiming } from './scene/movie-timing.ts';

/** Requested size and duration of a picture. */
export interface WantedPicture {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Null for a still. */
  readonly durationSeconds: number | null;
  /** Default 24. */
  readonly framesPerSecond?: number;
}

/** Reason why a picture cannot be drawn. */
export interface DrawingProblem {
  /** Fields to change. */
  readonly fields: readonly ('width' | 'height' | 'duration' | 'framesPerSecond')[];
  /** The requested value and the limit. */
  readonly message: string;
}

const MOST_FRAMES_PER_SECOND = 60;
const LONGEST_SECONDS = 600;
/** Longest side of a still, pixels. */
export const MOST_PNG_PIXELS_A_SIDE = 4096;

/** Reason why `renderVideo` or `renderPng` would throw for this picture; undefined if they would not. */
export function drawingProblem(wanted: WantedPicture): DrawingProblem | undefined {
  const { width, height, durationSeconds } = wanted;
  if (durationSeconds === null) {
    const limit = `a PNG side must be 1..${MOST_PNG_PIXELS_A_SIDE}`;
    const fits = (side: number): boolean =>
      Number.isInteger(side) && side >= 1 && side <= MOST_PNG_PIXELS_A_SIDE;
    return sidesProblem(wanted, fits, limit);
  }
  const { framesPerSecond, durationMs } = movieTiming({ ...wanted, durationSeconds });
  const even = (side: number): boolean => side >= 2 && side % 2 === 0;
  const rate = { columns: macroblocksOf(width), rows: macroblocksOf(height), framesPerSecond };
  return (
    timeProblem(framesPerSecond, durationMs, durationSeconds) ??
    sidesProblem(wanted, even, 'an H.264 picture needs even sides of at least 2') ??
    (lowestLevel(rate) === undefined
      ? { fields: ['width', 'height'], message: noLevelMessage(rate) }
      : undefined)
  );
}

/** @throws RangeError with the message if there is a problem */
export function refuseUndrawable(wanted: WantedPicture): void {
  const problem = drawingProblem(wanted);
  if (problem !== undefined) throw new RangeError(problem.message);
}

function timeProblem(
  framesPerSecond: number,
  durationMs: number,
  asked: number,
): DrawingProblem | undefined {
  const wholeRate = Number.isInteger(framesPerSecond);
  if (!wholeRate || framesPerSecond < 1 || framesPerSecond > MOST_FRAMES_PER_SECOND) {
    const message = `framesPerSecond must be whole and 1..${MOST_FRAMES_PER_SECOND}, got ${framesPerSecond}`;
    return { fields: ['framesPerSecond'], message };
  }
  if (durationMs >= 1 && durationMs <= LONGEST_SECONDS * 1000) return undefined;
  const message = `durationSeconds must be above 0 and at most ${LONGEST_SECONDS}, got ${asked}`;
  return { fields: ['duration'], message };
}

function sidesProblem(
  { width, height }: WantedPicture,
  fits: (side: number) => boolean,
  limit: string,
): DrawingProblem | undefined {
  const fields = [
    ...(fits(width) ? [] : (['width'] as const)),
    ...(fits(height) ? [] : (['height'] as const)),
  ];
  if (fields.length === 0) return undefined;
  return { fields, message: `${limit}, got ${width}x${height}` };
}
