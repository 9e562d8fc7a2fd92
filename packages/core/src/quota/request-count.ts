/** Recent requests of one key that passed, by time slot. */
export type RequestCount = ReadonlyMap<number, number>;

/** Length of a slot, in ms. */
export const requestSlotMs = 5_000;

/** Number of slots a request counts for: those of a minute, and the one that a minute may begin in. */
export const requestSlots = 13;

export type CountedRequest =
  | { readonly kind: 'passed'; readonly count: RequestCount }
  | { readonly kind: 'limited'; readonly retryAfterMs: number };

/**
 * Counts one request against a limit per minute. A request counts for 60 to 65 seconds, so that in no 60 seconds more
 * than `limit` pass, at the cost of thirteen numbers per key whatever the limit. Slots ahead of `now` are another
 * node's clock, and count.
 */
export function countRequest(former: RequestCount, limit: number, now: number): CountedRequest {
  const slot = Math.floor(now / requestSlotMs);
  const recent = [...former].filter(([at]) => Math.abs(at - slot) < requestSlots);
  const passed = recent.reduce((sum, [, requests]) => sum + requests, 0);
  if (passed < limit) {
    return { kind: 'passed', count: new Map(recent).set(slot, (former.get(slot) ?? 0) + 1) };
  }
  const oldest = recent.reduce((least, [at]) => Math.min(least, at), slot);
  return { kind: 'limited', retryAfterMs: (oldest + requestSlots) * requestSlotMs - now };
}
