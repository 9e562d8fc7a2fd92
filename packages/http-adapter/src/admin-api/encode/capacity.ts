import {
  type AccountLoad,
  explainWaiting,
  type Job,
  poolCapacity,
  type QueueDepth,
  type RouteBook,
} from '@filmgate/core';
import type { OverviewRecord } from '../schemas/overview.ts';
import { isoInstant, isoInstantOrNull } from './iso-instant.ts';

export interface PoolNow {
  readonly loads: readonly AccountLoad[];
  readonly depth: QueueDepth;
  readonly book: RouteBook;
  readonly now: number;
}

/** The pool from the same numbers as its public capacity, and its accounts by name. */
export function encodeCapacity({
  loads,
  depth,
  book,
  now,
}: PoolNow): Pick<OverviewRecord, 'capacity' | 'accounts'> {
  const { slots, accounts, families, nextOpeningAt } = poolCapacity(loads, book, now);
  return {
    capacity: {
      slots,
      accounts,
      families: families.map(({ family, slots: ofFamily }) => ({
        family,
        slots: ofFamily,
        waiting: depth.queuedByFamily[family] ?? 0,
      })),
      next_opening_at: isoInstantOrNull(nextOpeningAt),
    },
    accounts: loads.map((load) => ({
      id: load.account.id,
      label: load.account.label,
      slots: poolCapacity([load], book, now).slots,
    })),
  };
}

/** Why jobs wait, with the names of the accounts. */
export function encodeWaiting(
  jobs: readonly Job[],
  pool: Pick<PoolNow, 'loads' | 'book'>,
  now: number,
): OverviewRecord['waiting'] {
  const labels = new Map(pool.loads.map(({ account }) => [account.id, account.label]));
  return {
    looked_at: jobs.length,
    families: explainWaiting(jobs, pool, now).map(({ oldestAt, reasons, ...wait }) => ({
      ...wait,
      oldest_at: isoInstant(oldestAt),
      reasons: reasons.map(({ reason, accountIds, jobs: held }) => ({
        reason,
        accounts: accountIds.map((id) => labels.get(id) ?? id),
        jobs: held,
      })),
    })),
  };
}
