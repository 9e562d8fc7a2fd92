import type { AccountLoad } from './account.ts';

/** A balance read while none of the account's jobs was open, with the amount the account had paid by then. */
export interface QuietBalance {
  readonly credits: number;
  readonly paid: number;
}

/**
 * Returns the balance a probe read, where nothing moved or could move beside it. Null also where others may submit with
 * the account's key: their charges are no charge of a job.
 *
 * @param before - the account before its provider was asked
 * @param after - the account when the response had come
 */
export function quietBalance(
  before: AccountLoad,
  after: AccountLoad,
  credits: number | null,
): QuietBalance | null {
  const { exclusive, creditsSource, paid } = after.account;
  if (!exclusive || creditsSource !== 'upstream' || credits === null) return null;
  const hasMoved = before.account.paid.ever.amount !== paid.ever.amount;
  return hasMoved || isOpen(before) || isOpen(after) ? null : { credits, paid: paid.ever.amount };
}

function isOpen({ busy, reservedCredits, heldCredits, takenCredits }: AccountLoad): boolean {
  return busy + reservedCredits + heldCredits + takenCredits > 0;
}

/** Returns the uncounted charges between two quiet balances, below 0 if less was kept; 0 after a top-up. */
export function uncountedBetween(before: QuietBalance, after: QuietBalance): number {
  const took = before.credits - after.credits;
  return took < 0 ? 0 : took - (after.paid - before.paid);
}
