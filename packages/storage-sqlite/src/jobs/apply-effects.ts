import { type Account, type AccountPenalty, balanceMove, type JobEffect } from '@filmgate/core';
import type { Accounts } from '../accounts/accounts.ts';
import type { Batch } from '../write/batch.ts';

type CreditEffect = Extract<JobEffect, { kind: 'credit' }>;

export interface EffectContext {
  readonly accounts: Accounts;
  readonly batch: Batch;
  /** Credits of the job. */
  readonly cost: number;
  /** Since when the job's outcome had been unknown before the change; null when it was not. */
  readonly unknownSince: number | null;
  readonly now: number;
}

/** Applies what effects do to accounts and providers; the job's own money and slot follow from the job. */
export function applyEffect(effect: JobEffect, context: EffectContext): void {
  const { accounts, batch, now } = context;
  switch (effect.kind) {
    case 'quota':
    case 'trail':
      return;
    case 'credit':
      applyCredit(effect, context);
      return;
    case 'slot':
      if (effect.move === 'release') return;
      accounts.revise(batch, effect.accountId, (account) => ({ ...account, lastUsedAt: now }));
      return;
    case 'penalise':
      accounts.revise(batch, effect.accountId, (account) => penalised(account, effect.penalty));
      return;
    case 'account-succeeded':
      accounts.revise(batch, effect.accountId, (account) => ({
        ...account,
        errorStreak: 0,
        lastSuccessAt: now,
      }));
      return;
    case 'account-erred':
      accounts.revise(batch, effect.accountId, (account) => ({
        ...account,
        errorStreak: account.errorStreak + 1,
      }));
      return;
    case 'provider':
      accounts.noteEvidence(batch, { accountId: effect.accountId, kind: effect.evidence, now });
  }
}

/** Only taking and giving back moves a balance. */
function applyCredit({ move, accountId }: CreditEffect, context: EffectContext): void {
  if (move !== 'settle' && move !== 'return') return;
  const { accounts, batch, cost, unknownSince } = context;
  accounts.moveBalance(batch, accountId, (account) =>
    balanceMove(account, move, { cost, unknownSince }),
  );
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
