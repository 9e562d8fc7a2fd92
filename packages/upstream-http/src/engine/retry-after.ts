import type { TransportAnswer } from './transport.ts';

/** Any HTTP date in the form senders must use (RFC 9110 §5.6.7). */
const datePattern = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** `Retry-After` (RFC 9110 §10.2.3) as ms from now; null when there is none or it is neither seconds nor a date. */
export function readRetryAfter(text: string | null, now: number): number | null {
  if (text === null) return null;
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1_000;
  const instant = datePattern.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? null : Math.max(0, instant - now);
}

/** What an answer's header fields ask for, in ms from now: `Retry-After-Ms`, which says it more exactly, before `Retry-After`. */
export function askedPause(
  { retryAfter, retryAfterMs = null }: Pick<TransportAnswer, 'retryAfter' | 'retryAfterMs'>,
  now: number,
): number | null {
  if (retryAfterMs !== null && /^\d{1,13}$/.test(retryAfterMs)) return Number(retryAfterMs);
  return readRetryAfter(retryAfter, now);
}
