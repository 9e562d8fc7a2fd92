const unitMs: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

/** Minimum deadline in ms (replicate.com/docs/topics/predictions/lifecycle, "Timeouts", read 2026-11-25). */
const shortestMs = 5_000;

/** Deadline of a prediction in a `Cancel-After` header, in ms: `90`, `30s`, `1m`, `1h30m45s`; null without one. */
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
 * Maximum and default time that a request is held open, in s
 * (replicate.com/docs/topics/predictions/create-a-prediction, "Sync mode", read 2026-11-28).
 */
const longestWait = 60;

/** Wait that a `Prefer` header requests (RFC 7240: `wait`, `wait=10`), in ms; null if absent or unreadable. */
export function preferredWaitMs(header: string | undefined): number | null {
  const [found, seconds] = /(?:^|,)\s*wait(?:=(\d{1,6}))?\s*(?:,|$)/i.exec(header ?? '') ?? [];
  if (found === undefined) return null;
  const wait = seconds === undefined ? longestWait : Math.min(longestWait, Number(seconds));
  return wait === 0 ? null : wait * 1_000;
}
