/**
 * Tolerance for instants given to a store that go back, before its clock counts as set back, in ms: nodes are assumed
 * to agree while they differ by less than half of it.
 */
export const setBackAfterMs = 5_000;

/**
 * Returns by how much the wall clock was set back, in ms, else 0. Schedules move waiting items by that amount, so that
 * each pause lasts as long as intended.
 *
 * @param newest - the newest instant given so far, ms since 1970
 */
export function setBackBy(newest: number, now: number): number {
  return newest - now > setBackAfterMs ? newest - now : 0;
}

/** Maximum lead of the clock over the trusted time before an operator must confirm it, in ms. */
export const longestClockLeadMs = 3_600_000;

/** Instants that confirm the time beside the clock, ms since 1970. */
export interface TimeEvidence {
  /** The newest believed instant, as the store keeps it. */
  readonly newest: number;
  /** `newest` plus the time since, by a clock that cannot be set; known to this process only. */
  readonly elapsed: number;
}

export type InstantVerdict =
  | { readonly kind: 'trusted'; readonly at: number }
  /** The clock says `to`, and no other evidence reaches beyond `from`. */
  | { readonly kind: 'jumped'; readonly from: number; readonly to: number };

/**
 * Decides if the clock can be believed where data is erased by its age. One that went back always can: data erased by
 * an earlier instant would have been erased by a later one, too.
 */
export function checkInstant(now: number, { newest, elapsed }: TimeEvidence): InstantVerdict {
  const from = Math.max(newest, elapsed);
  return now - from > longestClockLeadMs
    ? { kind: 'jumped', from, to: now }
    : { kind: 'trusted', at: now };
}
