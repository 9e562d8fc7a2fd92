/** Minimum pace of bodies and downloads. */
export interface PaceLimits {
  /** Maximum time without a byte, in ms. */
  readonly stallMs: number;
  /** Minimum average bytes per second, the first `stallMs` not counted. */
  readonly floorBytesPerSecond: number;
  /** Below this many bytes per second a transfer makes room for others when no share is left. */
  readonly yieldsBelowBytesPerSecond: number;
}

/** The slowest mobile networks carry more than the floor: a phone that keeps sending is never cut off. */
export const defaultPace: PaceLimits = {
  stallMs: 60_000,
  floorBytesPerSecond: 1024,
  yieldsBelowBytesPerSecond: 32 * 1024,
};

/** Progress of bytes in transit. */
interface Progress {
  /** Since the first of them could move, in ms. */
  readonly elapsedMs: number;
  /** Since the last of them moved, in ms. */
  readonly silentMs: number;
  readonly bytes: number;
}

/** Checks the pace of a transfer that is not complete yet. */
export function checkPace(
  { elapsedMs, silentMs, bytes }: Progress,
  { stallMs, floorBytesPerSecond }: PaceLimits,
): 'goes-on' | 'stalled' | 'too-slow' {
  if (silentMs >= stallMs) return 'stalled';
  const countedSeconds = Math.max(0, elapsedMs - stallMs) / 1000;
  return bytes < countedSeconds * floorBytesPerSecond ? 'too-slow' : 'goes-on';
}
