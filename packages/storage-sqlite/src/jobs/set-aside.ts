import {
  isFinal,
  type JobRoute,
  jobStates,
  type Spend,
  StorageUnavailable,
  adjustQuota,
} from '@filmgate/core';
import { z } from 'zod';
import type { JobRow } from '../schema/tables.ts';
import { readPart } from './job-parts.ts';
import type { StoreState } from '../store/store-state.ts';

/** Credits in a state this release does not know are held: they may have been paid. */
const quota = z.enum(['reserved', 'held', 'settled', 'released']).catch('held');
const credit = z
  .enum(['none', 'reserved', 'held', 'settled', 'released', 'returned'])
  .catch('held');
const state = z.enum(jobStates).catch('outcome_unknown');

/** Matches digests of bytes in the text of a request, even if the rest of it cannot be read. */
const digests = /[0-9a-f]{64}/g;

/**
 * Keeps what an unreadable job has taken: its owner's credits, its account's credits and slot, and the bytes it refers
 * to. The job may be in flight, and paid. Nothing else is done with it until a release can read it.
 */
export function setAside(store: StoreState, row: JobRow): void {
  const { owners, openJobs, accounts } = store;
  const owner = owners.all().find(({ number }) => number === row.owner);
  const jobState = state.parse(row.state);
  // Ended jobs are already in the stored sums.
  if (isFinal(jobState)) return;
  if (owner !== undefined) {
    adjustQuota(owner, { quota: quota.parse(row.quota), price: row.cost }, 1);
    owners.touch(owner);
  }
  const taken = {
    state: jobState,
    accountId: row.account_id,
    holdsSlot: row.holds_slot === 1,
    route: routeIn(row),
    credit: credit.parse(row.credit),
    price: row.cost,
    spend: spendIn(row),
  };
  accounts.adjust(taken, 1);
  const request = store.longTexts.whole({
    position: row.position,
    field: 'request',
    text: row.request,
  });
  for (const digest of request.match(digests) ?? []) openJobs.references.hold(digest);
}

/** The spend if it can be read; otherwise null, and the price counts as the cost. */
function spendIn({ spend }: JobRow): Spend | null {
  try {
    return spend === null ? null : readPart.spend(spend);
  } catch {
    return null;
  }
}

/** The route if it can be read; otherwise null, and the job counts for its account as a whole. */
function routeIn({ route }: JobRow): JobRoute | null {
  try {
    return route === null ? null : readPart.route(route);
  } catch {
    return null;
  }
}

/** Error for callers who ask for a job that is set aside. */
export function unreadableJob(id: string): StorageUnavailable {
  return new StorageUnavailable(`The record of job ${id} cannot be read by this release.`, {
    applied: 'no',
  });
}
