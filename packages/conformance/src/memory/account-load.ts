import { type AccountLoad, isFinal } from '@filmgate/core';
import type { MemoryAccount, MemoryState } from './memory-state.ts';

/** An account with its counts, taken from the jobs. */
export function loadOf(state: MemoryState, { account, movedCredits }: MemoryAccount): AccountLoad {
  const counts = { busy: 0, reservedCredits: 0, heldCredits: 0, takenCredits: 0 };
  for (const { job } of state.jobs.values()) {
    if (job.accountId !== account.id) continue;
    if (job.holdsSlot) counts.busy += 1;
    if (job.credit === 'reserved') counts.reservedCredits += job.cost;
    if (job.credit === 'held') counts.heldCredits += job.cost;
    if (job.credit === 'settled' && !isFinal(job.state)) counts.takenCredits += job.cost;
  }
  const providerOpenUntil = state.circuits.get(account.provider)?.openUntil ?? null;
  return { account, ...counts, movedCredits, providerOpenUntil };
}

/** Every account with its counts, by id. */
export function loadsOf(state: MemoryState): readonly AccountLoad[] {
  return [...state.accounts.values()].toSorted(byId).map((stored) => loadOf(state, stored));
}

function byId({ account: one }: MemoryAccount, { account: other }: MemoryAccount): number {
  return one.id < other.id ? -1 : 1;
}

/** Jobs of the account that have not ended. */
export function inFlight(state: MemoryState, accountId: string): number {
  const jobs = [...state.jobs.values()].map(({ job }) => job);
  return jobs.filter((job) => job.accountId === accountId && !isFinal(job.state)).length;
}
