import { lowestLevel, noLevelMessage } from './h264/level.ts';
import type { VideoScene } from './scene/scene.ts';

/** Requested size and duration of a picture. */
export interface WantedPicture extends Pick<VideoScene, 'width' | 'height' | 'framesPerSecond'> {
  /** Null for a still. */
  readonly durationSeconds: number | null;
}

/** Reason why a picture cannot be drawn. */
export interface DrawingProblem {
  /** Fields to change. */
  readonly fields: readonly ('width' | 'height' | 'duration' | 'framesPerSecond')[];
  /** The requested value and the limit. */
  readonly message: string;
}

export const DEFAULT_FRAMES_PER_SECOND = 24;
const MOST_FRAMES_PER_SECOND = 60;
const LONGEST_SECONDS = 600;
/** Longest side of a still, pixels. */
export const MOST_PNG_PIXELS_A_SIDE = 4096;

/** Reason why `renderVideo` or `renderPng` would throw for this picture; undefined if they would not. */
export function drawingProblem(wanted: WantedPicture): DrawingProblem | undefined {
  const { durationSeconds, framesPerSecond = DEFAULT_FRAMES_PER_SECOND } = wanted;
  if (durationSeconds === null) {
    const limit = `a PNG side must be 1..${MOST_PNG_PIXELS_A_SIDE}`;
    return sidesProblem(wanted, limit, (side) => isWholeUpTo(MOST_PNG_PIXELS_A_SIDE, side));
  }
  if (!isWholeUpTo(MOST_FRAMES_PER_SECOND, framesPerSecond)) {
    const message = `framesPerSecond must be whole and 1..${MOST_FRAMES_PER_SECOND}, got ${framesPerSecond}`;
    return { fields: ['framesPerSecond'], message };
  }
  const durationMs = Math.round(durationSeconds * 1000);
  if (!isWholeUpTo(LONGEST_SECONDS * 1000, durationMs)) {
    const message = `durationSeconds must be above 0 and at most ${LONGEST_SECONDS}, got ${durationSeconds}`;
    return { fields: ['duration'], message };
  }
  const limit = 'an H.264 picture needs even sides of at least 2';
  const problem = sidesProblem(wanted, limit, (side) => side >= 2 && side % 2 === 0);
  if (problem !== undefined) return problem;
  const shape = { ...wanted, framesPerSecond };
  if (lowestLevel(shape) !== undefined) return undefined;
  return { fields: ['width', 'height'], message: noLevelMessage(shape) };
}

/** @throws RangeError with the message if there is a problem */
export function refuseUndrawable(wanted: WantedPicture): void {
  const problem = drawingProblem(wanted);
  if (problem !== undefined) throw new RangeError(problem.message);
}

function isWholeUpTo(most: number, value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most;
}

function sidesProblem(
  { width, height }: WantedPicture,
  limit: string,
  fits: (side: number) => boolean,
): DrawingProblem | undefined {
  const sides = { width, height };
  const fields = (['width', 'height'] as const).filter((field) => !fits(sides[field]));
  if (fields.length === 0) return undefined;
  return { fields, message: `${limit}, got ${width}x${height}` };
}
