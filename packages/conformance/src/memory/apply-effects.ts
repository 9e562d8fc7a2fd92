import {
  balanceMove,
  type Job,
  type JobEffect,
  type TrailEntry,
  providerFailuresToOpen,
  providerOpenForMs,
} from '@filmgate/core';
import { accountAfter } from './account-after.ts';
import type { MemoryJob, MemoryState } from './memory-state.ts';

interface Change {
  readonly entry: MemoryJob;
  readonly former: Job;
  readonly now: number;
}

/** Applies effects that were checked before; effects on an account that is gone change nothing. */
export function applyEffects(
  state: MemoryState,
  effects: readonly JobEffect[],
  { entry, former, now }: Change,
): void {
  const { cost, unknownSince } = former;
  for (const effect of effects) {
    entry.trail.push(...linesOf(effect, { cost, now }));
    if (effect.kind === 'provider') noteEvidence(state, effect, now);
    const stored = 'accountId' in effect ? state.accounts.get(effect.accountId) : undefined;
    if (stored === undefined) continue;
    if (effect.kind === 'credit')
      stored.movedCredits -= balanceMove(stored.account, effect.move, { cost, unknownSince });
    const change = { cost, unknownSince, now };
    stored.account = Object.freeze(accountAfter(stored.account, effect, change));
  }
}

/** What an effect adds to the trail: its own line, or the money it moves. */
function linesOf(
  effect: JobEffect,
  { cost, now }: { readonly cost: number; readonly now: number },
): readonly TrailEntry[] {
  if (effect.kind === 'trail') return [effect.entry];
  if (effect.kind !== 'quota' && effect.kind !== 'credit') return [];
  const account = effect.kind === 'credit' ? { accountId: effect.accountId } : {};
  const detail = { ledger: effect.kind, move: effect.move, amount: cost, ...account };
  return [{ at: now, what: 'money', detail }];
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
