import type { Account, AccountPenalty, Job, JobEffect } from '@filmgate/core';
import type { MemoryJob, MemoryState } from './memory-state.ts';
import { providerFailuresToOpen, providerOpenForMs } from './provider-circuit.ts';

interface Change {
  readonly entry: MemoryJob;
  readonly next: Job;
  readonly now: number;
}

/** Applies effects that were checked before; effects on an account that is gone change nothing. */
export function applyEffects(
  state: MemoryState,
  effects: readonly JobEffect[],
  change: Change,
): void {
  for (const effect of effects) applyEffect(state, effect, change);
}

function applyEffect(state: MemoryState, effect: JobEffect, { entry, next, now }: Change): void {
  switch (effect.kind) {
    case 'trail':
      entry.trail.push(effect.entry);
      return;
    case 'quota':
      entry.trail.push({
        at: now,
        what: 'money',
        detail: { ledger: 'quota', move: effect.move, amount: next.cost },
      });
      return;
    case 'credit':
      entry.trail.push({
        at: now,
        what: 'money',
        detail: {
          ledger: 'credit',
          move: effect.move,
          amount: next.cost,
          accountId: effect.accountId,
        },
      });
      changeAccount(state, effect.accountId, (account) =>
        withBalance(account, effect.move, next.cost),
      );
      return;
    case 'slot':
      if (effect.move === 'take')
        changeAccount(state, effect.accountId, (account) => ({ ...account, lastUsedAt: now }));
      return;
    case 'penalise':
      changeAccount(state, effect.accountId, (account) => penalised(account, effect.penalty));
      return;
    case 'account-succeeded':
      changeAccount(state, effect.accountId, (account) => ({
        ...account,
        errorStreak: 0,
        lastSuccessAt: now,
      }));
      return;
    case 'account-erred':
      changeAccount(state, effect.accountId, (account) => ({
        ...account,
        errorStreak: account.errorStreak + 1,
      }));
      return;
    case 'provider':
      noteEvidence(state, effect, now);
      return;
    default:
      effect satisfies never;
  }
}

function changeAccount(
  state: MemoryState,
  id: string,
  change: (account: Account) => Account,
): void {
  const stored = state.accounts.get(id);
  if (stored !== undefined) stored.account = Object.freeze(change(stored.account));
}

function withBalance(
  account: Account,
  move: 'reserve' | 'hold' | 'settle' | 'refund' | 'return',
  cost: number,
): Account {
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

function noteEvidence(
  state: MemoryState,
  effect: Extract<JobEffect, { kind: 'provider' }>,
  now: number,
): void {
  const provider = state.accounts.get(effect.accountId)?.account.provider;
  if (provider === undefined) return;
  if (effect.evidence === 'answered') {
    state.circuits.delete(provider);
    return;
  }
  const circuit = state.circuits.get(provider) ?? { failures: 0, openUntil: null };
  circuit.failures += 1;
  if (circuit.failures >= providerFailuresToOpen) circuit.openUntil = now + providerOpenForMs;
  state.circuits.set(provider, circuit);
}
