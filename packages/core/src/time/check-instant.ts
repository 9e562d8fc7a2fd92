/**
 * By how much instants told to a store may go back before its clock is taken to have been set back, in ms: nodes are taken to
 * agree while they differ by less than half of it.
 */
export const setBackAfterMs = 5_000;

/**
 * By how much the wall clock was set back, in ms, else 0. Schedules move waiting items by as much, so that each pause
 * lasts as long as it was meant to.
 *
 * @param newest - the newest instant told so far, ms since 1970
 */
export function setBackBy(newest: number, now: number): number {
  return newest - now > setBackAfterMs ? newest - now : 0;
}

/** How far the clock may run ahead of the trusted time before an operator must confirm it, in ms. */
export const longestClockLeadMs = 3_600_000;

/** What confirms an instant beside the clock, ms since 1970. */
export interface TimeEvidence {
  /** The newest believed instant, as the store keeps it. */
  readonly newest: number;
  /** That instant plus the time since, by a clock that cannot be set; known to this process only. */
  readonly elapsed: number;
}

export type InstantVerdict =
  | { readonly kind: 'trusted'; readonly at: number }
  /** The clock says `to`, and nothing else speaks for more than `from`. */
  | { readonly kind: 'jumped'; readonly from: number; readonly to: number };

/**
 * Whether the clock can be believed where things are erased by their age. One that went back always can: what is erased by an
 * earlier instant would have been erased by a later one, too.
 */
export function checkInstant(now: number, { newest, elapsed }: TimeEvidence): InstantVerdict {
  const from = Math.max(newest, elapsed);
  return now - from > longestClockLeadMs
    ? { kind: 'jumped', from, to: now }
    : { kind: 'trusted', at: now };
}
