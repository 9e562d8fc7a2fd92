/** Parameters of a generated picture; all of them are drawn on it. */
export interface PictureScene {
  /** Pixels; even for a video. */
  readonly width: number;
  readonly height: number;
  readonly prompt: string;
  readonly model: string;
  /** As requested, for example `16:9`. */
  readonly aspectRatio: string;
  /** As requested, for example `720p` or `2k`. */
  readonly resolution: string;
  readonly seed: string;
  readonly jobId: string;
  readonly accountLabel: string;
}

/** Parameters of a generated video. */
export interface VideoScene extends PictureScene {
  /** Rounded to whole milliseconds. */
  readonly durationSeconds: number;
  /** Whole number; default 24. */
  readonly framesPerSecond?: number;
  /** True to add a sound track (a 468.75 Hz tone). */
  readonly audio: boolean;
}

/** Motion of a picture. */
export interface Motion {
  readonly framesPerSecond: number;
  /** Whole milliseconds. */
  readonly durationMs: number;
  readonly audio: boolean;
}
