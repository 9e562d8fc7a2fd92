import { type AccountLoad, isFinal, type Job } from '@filmgate/core';
import type { MemoryAccount, MemoryState } from './memory-state.ts';

/** An account with its counts, taken from the jobs. */
export function loadOf(state: MemoryState, { account, movedCredits }: MemoryAccount): AccountLoad {
  const jobs = jobsOf(state, account.id);
  return {
    account,
    busy: jobs.filter((job) => job.holdsSlot).length,
    reservedCredits: credits(jobs, 'reserved'),
    heldCredits: credits(jobs, 'held'),
    takenCredits: credits(
      jobs.filter((job) => !isFinal(job.state)),
      'settled',
    ),
    movedCredits,
    providerOpenUntil: state.circuits.get(account.provider)?.openUntil ?? null,
  };
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
  return jobsOf(state, accountId).filter((job) => !isFinal(job.state)).length;
}

function jobsOf(state: MemoryState, accountId: string): readonly Job[] {
  return [...state.jobs.values()]
    .map(({ job }) => job)
    .filter((job) => job.accountId === accountId);
}

function credits(jobs: readonly Job[], standing: 'reserved' | 'held' | 'settled'): number {
  return jobs.filter((job) => job.credit === standing).reduce((sum, job) => sum + job.cost, 0);
}
