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

/** Money of a word this release does not know is held: it may have been paid. */
const quota = z.enum(['reserved', 'held', 'settled', 'released']).catch('held');
const credit = z
  .enum(['none', 'reserved', 'held', 'settled', 'released', 'returned'])
  .catch('held');
const state = z.enum(jobStates).catch('outcome_unknown');

/** What stands for bytes in the text of a request, however little else of it can be read. */
const digests = /[0-9a-f]{64}/g;

/**
 * Keeps what a job that cannot be read has taken: its owner's credits, its account's credits and slot, and the bytes it refers
 * to. It may be in flight, and paid. Nothing else is done with it until a release reads it.
 */
export function setAside(store: StoreState, row: JobRow): void {
  const { owners, openJobs, accounts } = store;
  const owner = owners.all().find(({ number }) => number === row.owner);
  const standing = state.parse(row.state);
  // What has ended is in the stored sums already.
  if (isFinal(standing)) return;
  if (owner !== undefined) {
    adjustQuota(owner, { quota: quota.parse(row.quota), price: row.cost }, 1);
    owners.touch(owner);
  }
  const taken = {
    state: standing,
    accountId: row.account_id,
    holdsSlot: row.holds_slot === 1,
    route: routeIn(row),
    credit: credit.parse(row.credit),
    price: row.cost,
    spend: spendIn(row),
  };
  accounts.weigh(taken, 1);
  const request = store.longTexts.whole({
    position: row.position,
    field: 'request',
    text: row.request,
  });
  for (const digest of request.match(digests) ?? []) openJobs.references.hold(digest);
}

/** What can be read of it, or nothing: then the price counts as what it costs. */
function spendIn({ spend }: JobRow): Spend | null {
  try {
    return spend === null ? null : readPart.spend(spend);
  } catch {
    return null;
  }
}

/** What can be read of it, or nothing: then it counts for its account as a whole. */
function routeIn({ route }: JobRow): JobRoute | null {
  try {
    return route === null ? null : readPart.route(route);
  } catch {
    return null;
  }
}

/** Told to those who ask for a job that is set aside. */
export function unreadableJob(id: string): StorageUnavailable {
  return new StorageUnavailable(`The record of job ${id} cannot be read by this release.`, {
    applied: 'no',
  });
}
