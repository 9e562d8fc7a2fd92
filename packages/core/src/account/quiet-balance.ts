import type { AccountLoad } from './account.ts';

/** A balance that was read while nothing of the account's jobs was open, and what the account had paid by then. */
export interface QuietBalance {
  readonly credits: number;
  readonly paid: number;
}

/**
 * The balance that a look read, where nothing moved or could move beside it. Null also where others may submit with the account's key: what
 * they take is no charge of a job.
 *
 * @param before - the account before its provider was asked
 * @param after - and when the response had come
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

/**
 * What the provider took between two quiet balances beside what was counted; less than 0 where it kept only a part. A balance that rose was
 * topped up, and tells nothing.
 */
export function uncountedBetween(before: QuietBalance, after: QuietBalance): number {
  const took = before.credits - after.credits;
  return took < 0 ? 0 : took - (after.paid - before.paid);
}
