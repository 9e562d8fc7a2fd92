import type { AccountLoad } from './account.ts';
import { budgetLeft } from './budget.ts';

/** Returns credits the account could still promise; null when its balance is unknown or its provider counts none. */
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
 * Checks if the last known balance covers a reservation beside all that is reserved and held on the account. An unknown
 * balance limits nothing. Stores grant by this and by `withinBudget`, choosers choose by them: were they to differ, a
 * runner would choose for ever what its store refuses.
 */
export function coversReservation(load: Parameters<typeof freeCredits>[0], cost: number): boolean {
  const free = freeCredits(load);
  return free === null || free >= cost;
}

/** Checks if the account's budget allows new work of that cost; a used-up budget allows none, whatever the cost. */
export function withinBudget(
  { account, reservedCredits, heldCredits }: AccountLoad,
  cost: number,
  now: number,
): boolean {
  const left = budgetLeft(account, reservedCredits + heldCredits, now);
  return left === null || (left > 0 && left >= cost);
}
