import type { Account, AccountLoad } from '../account/account.ts';
import { paidAfter } from '../account/budget.ts';
import {
  awayKey,
  probeJobKey,
  type Making,
  withLearnedLimit,
  withoutLearnedLimits,
} from '../account/learned.ts';
import type { AccountPenalty, JobEffect, MoneyEffect } from '../job/job-effect.ts';
import type { Job } from '../job/job.ts';

/**
 * Returns by how much an effect changes the known balance. A charge lowers it, a refund raises it; amounts that are
 * only reserved or held are counted beside it. The money of a job whose outcome was unknown is in the balance already
 * when the provider was queried for it later than that: if it was charged, then before the response. `job` is the job
 * before the change.
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

/** Parts of an account that effects change. */
export type ChangingAccount = Pick<AccountLoad, 'account' | 'movedCredits'>;

/** The change of a job that an effect belongs to. */
export interface AccountChange {
  /** The job before the change. */
  readonly job: Pick<Job, 'unknownSince'>;
  readonly now: number;
  /** Number of jobs of a model on the account after the change. */
  readonly inFlight: (model: string) => number;
}

/** Returns the account after an effect on it. An effect on no account changes nothing. */
export function accountAfter<Entry extends ChangingAccount>(
  entry: Entry,
  effect: JobEffect,
  { job, now, inFlight }: AccountChange,
): Entry {
  const { account } = entry;
  const changed = (changes: Partial<Account>): Entry => ({
    ...entry,
    account: Object.freeze({ ...account, ...changes }),
  });
  switch (effect.kind) {
    case 'credit': {
      const payment = paymentOf(effect);
      if (payment === 0) return entry;
      const change = balanceMove(account, effect, job);
      const { credits, paid } = account;
      const balance = credits === null ? null : credits + change;
      const after = changed({ credits: balance, paid: paidAfter(paid, payment, now) });
      return { ...after, movedCredits: entry.movedCredits - change };
    }
    case 'slot':
      return effect.move === 'take' ? changed({ lastUsedAt: now }) : entry;
    case 'penalise':
      return changed(penalty(effect.penalty));
    case 'learn':
      return changed({ learned: withLearnedLimit(account.learned, effect.learnedLimit, inFlight) });
    case 'account-succeeded':
      return changed({ errorStreak: 0, lastSuccessAt: now, ...proven(account, effect.making) });
    case 'account-erred':
      return changed({ errorStreak: account.errorStreak + 1 });
    case 'quota':
    case 'endpoint':
    case 'trail':
      return entry;
  }
}

/**
 * Ends the limits that an accepted job disproves: that its family was kept away, and that an account with no known
 * balance was exhausted.
 */
function proven(
  { condition, credits, learned }: Account,
  making: Making | null,
): Pick<Account, 'condition' | 'lastError' | 'learned'> {
  const gone = [probeJobKey, ...(making === null ? [] : [awayKey(making)])];
  return {
    condition: condition === 'exhausted' && credits === null ? 'ready' : condition,
    lastError: null,
    learned: withoutLearnedLimits(learned, gone),
  };
}

/** Returns what the account pays by a movement; less than 0 comes back. */
function paymentOf({ move, amount }: Extract<MoneyEffect, { readonly kind: 'credit' }>): number {
  if (move === 'settle' || move === 'correct') return amount;
  return move === 'return' ? -amount : 0;
}

function penalty(evidence: AccountPenalty): Partial<Account> {
  switch (evidence.kind) {
    case 'cooling':
      return { condition: 'cooling', coolingUntil: evidence.until };
    case 'exhausted':
      return failed('exhausted', evidence.detail);
    case 'login-lost':
      return failed('login_required', evidence.detail);
  }
}

function failed(condition: Account['condition'], detail: string | undefined): Partial<Account> {
  return { condition, coolingUntil: null, lastError: detail ?? null };
}
