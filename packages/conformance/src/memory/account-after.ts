import { type Account, type AccountPenalty, balanceMove, type JobEffect } from '@filmgate/core';

/** The job an effect is of. */
interface EffectOf {
  readonly cost: number;
  /** As stored before the change. */
  readonly unknownSince: number | null;
  readonly now: number;
}

/** The account after one effect; effects that say nothing about it leave it as it is. */
export function accountAfter(
  account: Account,
  effect: JobEffect,
  { now, ...job }: EffectOf,
): Account {
  switch (effect.kind) {
    case 'credit':
      return movedBy(account, balanceMove(account, effect.move, job));
    case 'slot':
      return effect.move === 'take' ? { ...account, lastUsedAt: now } : account;
    case 'penalise':
      return penalised(account, effect.penalty);
    case 'account-succeeded':
      return { ...account, errorStreak: 0, lastSuccessAt: now };
    case 'account-erred':
      return { ...account, errorStreak: account.errorStreak + 1 };
    case 'quota':
    case 'provider':
    case 'trail':
      return account;
  }
}

/** A balance nobody knows stays unknown. */
function movedBy(account: Account, change: number): Account {
  return account.credits === null ? account : { ...account, credits: account.credits + change };
}

function penalised(account: Account, penalty: AccountPenalty): Account {
  switch (penalty.kind) {
    case 'cooling':
      return { ...account, condition: 'cooling', coolingUntil: penalty.until };
    case 'exhausted':
      return { ...account, condition: 'exhausted', coolingUntil: null };
    case 'login-lost':
      return { ...account, condition: 'login_required', coolingUntil: null };
  }
}
