/** How far the clock may run ahead of what is witnessed before it must be confirmed, in ms. */
export const longestUnwitnessedMs = 3_600_000;

/** What witnesses an instant, ms since 1970. */
export interface TimeWitnesses {
  /** The newest instant taken for true, as the store keeps it. */
  readonly newest: number;
  /** The same with the time that went by since, by a clock nobody sets; what this process knows of it. */
  readonly elapsed: number;
}

export type InstantJudgement =
  | { readonly kind: 'witnessed'; readonly at: number }
  /** The clock says `to`, and nothing witnesses more than `from`. */
  | { readonly kind: 'jumped'; readonly from: number; readonly to: number };

/**
 * Whether the clock can be believed where things are erased by their age. One that went back always can: what is erased by an
 * earlier instant would have been erased by a later one, too.
 */
export function judgeInstant(now: number, { newest, elapsed }: TimeWitnesses): InstantJudgement {
  const from = Math.max(newest, elapsed);
  return now - from > longestUnwitnessedMs
    ? { kind: 'jumped', from, to: now }
    : { kind: 'witnessed', at: now };
}
