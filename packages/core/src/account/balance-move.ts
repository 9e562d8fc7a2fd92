import type { JobEffect } from '../job/job-effect.ts';
import type { Account } from './account.ts';

type CreditMove = Extract<JobEffect, { readonly kind: 'credit' }>['move'];

/**
 * By how many credits a move of a job's credits changes the known balance. Taking lowers it, giving back raises it; what is
 * only reserved or held is counted beside it. Credits of a job whose outcome was unknown are in the balance already when the
 * upstream was asked for it later than that: if they were taken, then before it answered.
 */
export function balanceMove(
  { creditsSource, creditsCheckedAt }: Pick<Account, 'creditsSource' | 'creditsCheckedAt'>,
  move: CreditMove,
  job: {
    /** Credits. */
    readonly cost: number;
    /** Since when the job's outcome had been unknown; null when it was not. */
    readonly unknownSince: number | null;
  },
): number {
  if (move === 'return') return job.cost;
  if (move !== 'settle') return 0;
  const { cost, unknownSince } = job;
  const isCounted =
    creditsSource === 'upstream' &&
    creditsCheckedAt !== null &&
    unknownSince !== null &&
    creditsCheckedAt > unknownSince;
  return isCounted ? 0 : -cost;
}
