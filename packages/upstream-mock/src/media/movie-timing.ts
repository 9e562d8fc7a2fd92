import { type DrawingProblem, refuseProblem } from './drawing-problem.ts';
import type { VideoScene } from './scene.ts';

type Timed = Pick<VideoScene, 'durationSeconds' | 'framesPerSecond'>;

/** When each picture of a video is shown. */
export interface MovieTiming {
  readonly framesPerSecond: number;
  /** Whole milliseconds. */
  readonly durationMs: number;
  /** Pictures; the last may be shown for less than a frame. */
  readonly frameCount: number;
  /** A player can start at every picture whose number this divides. */
  readonly idrInterval: number;
}

const DEFAULT_FRAMES_PER_SECOND = 24;
const MOST_FRAMES_PER_SECOND = 60;
const LONGEST_SECONDS = 600;
const SECONDS_BETWEEN_IDR_PICTURES = 2;

/**
 * Works the timing of a scene out.
 *
 * @throws RangeError unless the rate is whole and 1..60 and the duration, to the nearest millisecond, is
 *   above 0 and at most 600 seconds
 */
export function movieTiming(scene: Timed): MovieTiming {
  refuseProblem(timingProblem(scene));
  const framesPerSecond = framesPerSecondOf(scene);
  const durationMs = durationMsOf(scene);
  return {
    framesPerSecond,
    durationMs,
    frameCount: Math.ceil((durationMs * framesPerSecond) / 1000),
    idrInterval: SECONDS_BETWEEN_IDR_PICTURES * framesPerSecond,
  };
}

/** Why no movie has this rate or duration; undefined when one has. */
export function timingProblem(scene: Timed): DrawingProblem | undefined {
  const framesPerSecond = framesPerSecondOf(scene);
  const durationMs = durationMsOf(scene);
  const wholeRate = Number.isInteger(framesPerSecond);
  if (!wholeRate || framesPerSecond < 1 || framesPerSecond > MOST_FRAMES_PER_SECOND) {
    const message = `framesPerSecond must be whole and 1..${MOST_FRAMES_PER_SECOND}, got ${framesPerSecond}`;
    return { fields: ['framesPerSecond'], message };
  }
  if (!(durationMs >= 1 && durationMs <= LONGEST_SECONDS * 1000)) {
    const message = `durationSeconds must be above 0 and at most ${LONGEST_SECONDS}, got ${scene.durationSeconds}`;
    return { fields: ['duration'], message };
  }
  return undefined;
}

/** 24 unless given. */
export function framesPerSecondOf({ framesPerSecond }: Timed): number {
  return framesPerSecond ?? DEFAULT_FRAMES_PER_SECOND;
}

function durationMsOf({ durationSeconds }: Timed): number {
  return Math.round(durationSeconds * 1000);
}
