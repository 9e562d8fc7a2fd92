import type { Account, AccountPenalty, JobEffect } from '@filmgate/core';

/** The account after one effect; effects that say nothing about it leave it as it is. */
export function accountAfter(
  account: Account,
  effect: JobEffect,
  { cost, now }: { readonly cost: number; readonly now: number },
): Account {
  switch (effect.kind) {
    case 'credit':
      return withBalance(account, effect.move, cost);
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

type CreditMove = Extract<JobEffect, { kind: 'credit' }>['move'];

function withBalance(account: Account, move: CreditMove, cost: number): Account {
  if (account.credits === null) return account;
  if (move === 'settle') return { ...account, credits: account.credits - cost };
  if (move === 'return') return { ...account, credits: account.credits + cost };
  return account;
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
