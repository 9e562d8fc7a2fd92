import type { Job } from '../job/job.ts';
import type { QuotaUsage } from '../quota/quota-usage.ts';

/** Credits of an owner by their state; released credits count nowhere. */
export interface OwnerSums {
  used: number;
  reserved: number;
  held: number;
}

/** Returns an owner's credits under the lower of a creation's limit (null or absent = none) and the stored one. */
export function withinQuota(usage: QuotaUsage, quota: number | null = null): QuotaUsage {
  if (quota === null) return usage;
  return { ...usage, limit: Math.min(quota, usage.limit ?? quota) };
}

/** Checks that a reservation of `amount` credits keeps used + reserved + held within the limit (I4). */
export function canReserve(usage: QuotaUsage, amount: number): boolean {
  return usage.limit === null || usage.used + usage.reserved + usage.held + amount <= usage.limit;
}

/** Adds a job's use of its owner's credits, by their state, or (`-1`) subtracts it. */
export function adjustQuota(
  sums: OwnerSums,
  { quota, price }: Pick<Job, 'quota' | 'price'>,
  sign: 1 | -1,
): void {
  if (quota === 'reserved') sums.reserved += sign * price;
  if (quota === 'held') sums.held += sign * price;
  if (quota === 'settled') sums.used += sign * price;
}
