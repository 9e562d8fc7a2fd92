/** How slowly a body may come, and a download may go. */
export interface PaceLimits {
  /** How long no byte may move, in ms. */
  readonly stallMs: number;
  /** Bytes per second that must have moved on average, the first `stallMs` not counted. */
  readonly floorBytesPerSecond: number;
  /** Bytes per second below which a transfer makes room for others where there is none left. */
  readonly yieldsBelowBytesPerSecond: number;
}

/** The slowest mobile networks carry more than the floor: a phone that keeps sending is never cut off. */
export const defaultPace: PaceLimits = {
  stallMs: 60_000,
  floorBytesPerSecond: 1024,
  yieldsBelowBytesPerSecond: 32 * 1024,
};

/** What was seen of bytes that are on their way. */
interface Progress {
  /** Since the first of them could move, in ms. */
  readonly elapsedMs: number;
  /** Since the last of them moved, in ms. */
  readonly silentMs: number;
  readonly bytes: number;
}

/** Judges what is not complete yet. */
export function judgePace(
  { elapsedMs, silentMs, bytes }: Progress,
  { stallMs, floorBytesPerSecond }: PaceLimits,
): 'goes-on' | 'stalled' | 'too-slow' {
  if (silentMs >= stallMs) return 'stalled';
  const countedSeconds = Math.max(0, elapsedMs - stallMs) / 1000;
  return bytes < countedSeconds * floorBytesPerSecond ? 'too-slow' : 'goes-on';
}
