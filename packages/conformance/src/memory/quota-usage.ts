import type { QuotaUsage } from '@filmgate/core';
import type { MemoryState } from './memory-state.ts';

/** Before an API user's id in the name of an owner. */
export const userPrefix = 'user:';

/** The sum over an owner's jobs, removed ones included; recomputed at each call, so it cannot drift. */
export function usageOf(state: MemoryState, owner: string): QuotaUsage {
  const sums = {
    settled: state.settledByRemoved.get(owner) ?? 0,
    reserved: 0,
    held: 0,
    refunded: 0,
  };
  for (const { job } of state.jobs.values()) {
    if (job.owner === owner) sums[job.quota] += job.cost;
  }
  const user = owner.startsWith(userPrefix)
    ? state.users.get(owner.slice(userPrefix.length))
    : undefined;
  return {
    used: sums.settled,
    reserved: sums.reserved,
    held: sums.held,
    limit: user?.totalLimit ?? null,
  };
}
