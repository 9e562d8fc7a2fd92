/** How slowly a body may come. */
export interface BodyPaceLimits {
  /** How long no byte may come, in ms. */
  readonly stallMs: number;
  /** Bytes per second a body must have come with on average, the first `stallMs` not counted. */
  readonly floorBytesPerSecond: number;
}

/** The slowest mobile networks carry more than this: a phone that keeps sending is never cut off. */
export const defaultBodyPace: BodyPaceLimits = { stallMs: 60_000, floorBytesPerSecond: 1024 };

/** What was seen of one body. */
export interface BodyProgress {
  /** Since its request began, in ms. */
  readonly elapsedMs: number;
  /** Since its last byte came, in ms. */
  readonly silentMs: number;
  readonly bytes: number;
}

/** Judges a body that is not complete yet. */
export function judgeBodyPace(
  { elapsedMs, silentMs, bytes }: BodyProgress,
  { stallMs, floorBytesPerSecond }: BodyPaceLimits,
): 'goes-on' | 'stalled' | 'too-slow' {
  if (silentMs >= stallMs) return 'stalled';
  const countedSeconds = Math.max(0, elapsedMs - stallMs) / 1000;
  return bytes < countedSeconds * floorBytesPerSecond ? 'too-slow' : 'goes-on';
}
