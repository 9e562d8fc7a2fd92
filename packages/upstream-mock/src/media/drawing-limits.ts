import type { DrawingProblem } from './drawing-problem.ts';
import { levelProblem } from './h264/level.ts';
import { pictureSize, pictureSizeProblem } from './h264/picture-size.ts';
import { framesPerSecondOf, timingProblem } from './movie-timing.ts';
import { pngSizeProblem } from './png-file.ts';

/** Size and time of a picture that is wanted. */
export interface WantedPicture {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Null for a still. */
  readonly durationSeconds: number | null;
  readonly framesPerSecond?: number;
}

/**
 * Why `renderVideo` or `renderPng` would throw for this picture, without drawing it; undefined when it would not. It asks the
 * parts of the encoders that decide, and has no limits of its own.
 */
export function drawingProblem(wanted: WantedPicture): DrawingProblem | undefined {
  const { width, height, durationSeconds } = wanted;
  if (durationSeconds === null) return pngSizeProblem(width, height);
  const video = { ...wanted, durationSeconds };
  return (
    timingProblem(video) ??
    pictureSizeProblem(width, height) ??
    levelProblem({ ...pictureSize(width, height), framesPerSecond: framesPerSecondOf(video) })
  );
}
