import { type AccountLoad, type AccountUse, openUntilFor, unused, adjustUse } from '@filmgate/core';
import type { MemoryAccount, MemoryState } from './memory-state.ts';

/** An account with its counts, computed from the jobs. */
function loadOf(state: MemoryState, { account, movedCredits }: MemoryAccount): AccountLoad {
  const { busy, models, unknown, reserved, held, taken } = useOf(state, account.id);
  return {
    account,
    busy,
    busyByModel: models,
    busyUnknown: unknown,
    reservedCredits: reserved,
    heldCredits: held,
    takenCredits: taken,
    movedCredits,
    providerOpenUntil: openUntilFor(state.circuits.get(account.endpoint), account.id),
  };
}

/** One account with its counts; undefined when it is gone. */
export function findLoad(state: MemoryState, id: string): AccountLoad | undefined {
  const stored = state.accounts.get(id);
  return stored === undefined ? undefined : loadOf(state, stored);
}

/** Every account with its counts, by id. */
export function loadsOf(state: MemoryState): readonly AccountLoad[] {
  return [...state.accounts.values()].toSorted(byId).map((stored) => loadOf(state, stored));
}

function byId({ account: one }: MemoryAccount, { account: other }: MemoryAccount): number {
  return one.id < other.id ? -1 : 1;
}

/** Number of the account's jobs that have not ended. */
export function inFlight(state: MemoryState, accountId: string): number {
  return useOf(state, accountId).jobs;
}

/** Number of a model's jobs that hold a slot of the account. */
export function inFlightOf(state: MemoryState, accountId: string, model: string): number {
  return useOf(state, accountId).models[model] ?? 0;
}

function useOf(state: MemoryState, accountId: string): AccountUse {
  const use = { ...unused };
  for (const { job } of state.jobs.values())
    if (job.accountId === accountId) adjustUse(use, job, 1);
  return use;
}
