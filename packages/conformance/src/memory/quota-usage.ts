import { type QuotaUsage, weighQuota } from '@filmgate/core';
import type { MemoryState } from './memory-state.ts';

/** Before an API user's id in the name of an owner. */
export const userPrefix = 'user:';

/** The sum over an owner's jobs, removed ones included; recomputed at each call, so it cannot drift. */
export function usageOf(state: MemoryState, owner: string): QuotaUsage {
  const sums = { used: state.settledByRemoved.get(owner) ?? 0, reserved: 0, held: 0 };
  for (const { job } of state.jobs.values()) if (job.owner === owner) weighQuota(sums, job, 1);
  const user = owner.startsWith(userPrefix)
    ? state.users.get(owner.slice(userPrefix.length))
    : undefined;
  return { ...sums, limit: user?.totalLimit ?? null };
}
