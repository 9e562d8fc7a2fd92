const unitMs: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

/** Shortest deadline Replicate takes, in ms (replicate.com/docs/topics/predictions/lifecycle, "Timeouts", read 2026-11-25). */
const shortestMs = 5_000;

/** The deadline a `Cancel-After` header gives a prediction, in ms: `90`, `30s`, `1m`, `1h30m45s`; null without one. */
export function cancelAfterMs(header: string | undefined): number | null | 'unreadable' {
  if (header === undefined) return null;
  if (!/^(?:\d{1,6}|(?:\d{1,6}[hms]){1,3})$/.test(header)) return 'unreadable';
  const parts = [...header.matchAll(/(\d+)([hms]?)/g)];
  const total = parts.reduce(
    (sum, [, amount, unit = '']) => sum + Number(amount) * (unitMs.get(unit) ?? 1_000),
    0,
  );
  return total < shortestMs ? 'unreadable' : total;
}

/**
 * Longest time that a request is held open for, and the usual one, in s (replicate.com/docs/topics/predictions/create-a-prediction, "Sync
 * mode", read 2026-11-28).
 */
const longestWait = 60;

/**
 * How long a `Prefer` header (RFC 7240) wants the response held back until the prediction has ended, in ms: `wait`, `wait=10`; null
 * where it does not, or in no way that can be read.
 */
export function preferredWaitMs(header: string | undefined): number | null {
  const [found, seconds] = /(?:^|,)\s*wait(?:=(\d{1,6}))?\s*(?:,|$)/i.exec(header ?? '') ?? [];
  if (found === undefined) return null;
  const wait = seconds === undefined ? longestWait : Math.min(longestWait, Number(seconds));
  return wait === 0 ? null : wait * 1_000;
}
