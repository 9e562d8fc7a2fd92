/** What a generated picture was asked to be; all of it is drawn on the picture. */
export interface PictureScene {
  /** Pixels; even for a video. */
  readonly width: number;
  readonly height: number;
  readonly prompt: string;
  readonly model: string;
  /** As asked, for example `16:9`. */
  readonly aspectRatio: string;
  /** As asked, for example `720p` or `2k`. */
  readonly resolution: string;
  readonly seed: string;
  readonly jobId: string;
  readonly accountLabel: string;
}

/** What a generated video was asked to be. */
export interface VideoScene extends PictureScene {
  /** Counted in whole milliseconds. */
  readonly durationSeconds: number;
  /** Whole; 24 unless given. */
  readonly framesPerSecond?: number;
  /** Whether the file has a sound track (a 468.75 Hz tone). */
  readonly audio: boolean;
}
