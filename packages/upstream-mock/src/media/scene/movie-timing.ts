import type { VideoScene } from './scene.ts';

/** Time at which each picture of a video is shown. */
export interface MovieTiming {
  readonly framesPerSecond: number;
  /** Whole milliseconds. */
  readonly durationMs: number;
  /** Number of pictures; the last may be shown for less than a frame. */
  readonly frameCount: number;
  /** A player can start at every picture whose number this divides. */
  readonly idrInterval: number;
}

const DEFAULT_FRAMES_PER_SECOND = 24;
const SECONDS_BETWEEN_IDR_PICTURES = 2;

export function movieTiming(
  scene: Pick<VideoScene, 'durationSeconds' | 'framesPerSecond'>,
): MovieTiming {
  const { framesPerSecond = DEFAULT_FRAMES_PER_SECOND } = scene;
  const durationMs = Math.round(scene.durationSeconds * 1000);
  return {
    framesPerSecond,
    durationMs,
    frameCount: Math.ceil((durationMs * framesPerSecond) / 1000),
    idrInterval: SECONDS_BETWEEN_IDR_PICTURES * framesPerSecond,
  };
}
