import type { Account } from '../account/account.ts';
import type { MoneyEffect } from '../job/job-effect.ts';
import type { Job } from '../job/job.ts';

/**
 * By how much an effect changes the known balance. Taking lowers it, giving back raises it; what is only reserved or held is
 * counted beside it. The money of a job whose outcome was unknown is in the balance already when the upstream was asked for it
 * later than that: if it was taken, then before it answered. `job` is the job as it was before.
 */
export function balanceMove(
  { creditsSource, creditsCheckedAt }: Pick<Account, 'creditsSource' | 'creditsCheckedAt'>,
  { move, amount }: Pick<Extract<MoneyEffect, { readonly kind: 'credit' }>, 'move' | 'amount'>,
  { unknownSince }: Pick<Job, 'unknownSince'>,
): number {
  if (move === 'return') return amount;
  if (move === 'correct') return -amount;
  if (move !== 'settle') return 0;
  const isCounted =
    creditsSource === 'upstream' &&
    creditsCheckedAt !== null &&
    unknownSince !== null &&
    creditsCheckedAt > unknownSince;
  return isCounted ? 0 : -amount;
}
