import type { AccountLoad } from './account.ts';

/** Credits the account could still promise; null when its balance is not known or its upstream counts none. */
export function freeCredits({
  account,
  reservedCredits,
  heldCredits,
}: Pick<AccountLoad, 'reservedCredits' | 'heldCredits'> & {
  readonly account: Pick<AccountLoad['account'], 'credits'>;
}): number | null {
  return account.credits === null ? null : account.credits - reservedCredits - heldCredits;
}

/**
 * Whether a job of this cost, in credits, may reserve them on the account: the last known balance covers it beside all that is
 * reserved and held there. A balance nobody knows limits nothing. Stores grant by this, choosers choose by it: were they to
 * differ, a runner would choose for ever what its store refuses.
 */
export function coversReservation(load: Parameters<typeof freeCredits>[0], cost: number): boolean {
  const free = freeCredits(load);
  return free === null || free >= cost;
}
