/** Any HTTP date in the form senders must use (RFC 9110 §5.6.7). */
const datePattern = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** `Retry-After` (RFC 9110 §10.2.3) as ms from now; null when there is none or it is neither seconds nor a date. */
export function readRetryAfter(text: string | null, now: number): number | null {
  if (text === null) return null;
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1_000;
  const instant = datePattern.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? null : Math.max(0, instant - now);
}
