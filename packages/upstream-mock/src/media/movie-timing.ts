import type { VideoScene } from './scene.ts';

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
export function movieTiming(scene: VideoScene): MovieTiming {
  const framesPerSecond = scene.framesPerSecond ?? DEFAULT_FRAMES_PER_SECOND;
  const durationMs = Math.round(scene.durationSeconds * 1000);
  const wholeRate = Number.isInteger(framesPerSecond);
  if (!wholeRate || framesPerSecond < 1 || framesPerSecond > MOST_FRAMES_PER_SECOND) {
    throw new RangeError(
      `framesPerSecond must be whole and 1..${MOST_FRAMES_PER_SECOND}, got ${framesPerSecond}`,
    );
  }
  if (!(durationMs >= 1 && durationMs <= LONGEST_SECONDS * 1000)) {
    throw new RangeError(
      `durationSeconds must be above 0 and at most ${LONGEST_SECONDS}, got ${scene.durationSeconds}`,
    );
  }
  return {
    framesPerSecond,
    durationMs,
    frameCount: Math.ceil((durationMs * framesPerSecond) / 1000),
    idrInterval: SECONDS_BETWEEN_IDR_PICTURES * framesPerSecond,
  };
}
