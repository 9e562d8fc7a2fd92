import { isFinal, type Logger, UnreadableJobs } from '@filmgate/core';
import { accountWriter, readAccounts } from '../accounts/account-rows.ts';
import { Accounts } from '../accounts/accounts.ts';
import { AdminRecords } from '../admin/admin-records.ts';
import { SessionCache } from '../admin/session-cache.ts';
import { AssetRows } from '../assets/asset-rows.ts';
import { Holdings } from '../assets/holdings.ts';
import type { SqliteDatabase } from '../database/sqlite-database.ts';
import { FinishedLists } from '../finished/finished-lists.ts';
import { JobCache } from '../finished/job-cache.ts';
import { Surfaces } from '../finished/surfaces.ts';
import { UnlistedJobs } from '../finished/unlisted-jobs.ts';
import { IdempotencyKeys } from '../idempotency/idempotency-keys.ts';
import { Dispatches } from '../jobs/dispatches.ts';
import { DueInstants, JobRows } from '../jobs/job-rows.ts';
import { LongTexts } from '../jobs/long-texts.ts';
import { setAside } from '../jobs/set-aside.ts';
import { StoredJobs } from '../jobs/stored-jobs.ts';
import { Trail } from '../jobs/trail.ts';
import { Owners } from '../ledger/owners.ts';
import { JobCounts } from '../ledger/job-counts.ts';
import { CreationBlocks } from '../list/creation-blocks.ts';
import { OpenJobs } from '../memory/open-jobs.ts';
import { IndexFollower } from '../search/index-follower.ts';
import { SearchIndex } from '../search/search-index.ts';
import { UserCache } from '../users/user-cache.ts';
import { readValues } from '../values/sqlite-key-value-store.ts';
import { systemTiming, type Timing } from '../write/timing.ts';
import { VacuumAfterErase, type StoreNumbers, type StoreState } from './store-state.ts';
import { defaultThresholds, type StoreThresholds } from './store-thresholds.ts';

/** Maximum number of claims of one job per opening of the store. */
const epochsPerIncarnation = 2 ** 26;

/** Begins an incarnation, durably: leases are in memory, and no epoch of an earlier process may be valid. */
function beginIncarnation(database: SqliteDatabase): StoreNumbers {
  const { kysely } = database;
  const incarnations = database.prepare(
    kysely
      .updateTable('store')
      .set((eb) => ({ incarnation: eb('incarnation', '+', eb.val(1)) }))
      .returning('incarnation'),
  );
  // `get` would stop at the row, before the commit, and miss a failed commit.
  const openings = incarnations.all(1)[0]?.incarnation ?? 1;
  return numbersOf(database, openings);
}

/** Like `beginIncarnation` without beginning one: for callers who only read, and give out no claim. */
function readIncarnation(database: SqliteDatabase): StoreNumbers {
  return numbersOf(database, countOpenings(database));
}

/** Number of times the store was opened by processes that may change it. */
export function countOpenings(database: SqliteDatabase): number {
  const row = database.all(database.kysely.selectFrom('store').select('incarnation'))[0];
  return row?.incarnation ?? 0;
}

function numbersOf(database: SqliteDatabase, openings: number): StoreNumbers {
  const { kysely } = database;
  const newest = kysely.selectFrom('job').select((eb) => eb.fn.max('position').as('position'));
  const store = kysely.selectFrom('store').select('removed_to');
  let position = Math.max(
    database.all(newest)[0]?.position ?? 0,
    database.all(store)[0]?.removed_to ?? 0,
  );
  return {
    nextPosition: () => {
      position += 1;
      return position;
    },
    epochBase: (openings - 1) * epochsPerIncarnation,
  };
}

/** Leases of an earlier process are void, so every job may be claimed at once. */
const longAgo = 0;

export interface LoadOptions {
  readonly database: SqliteDatabase;
  /** Maximum number of finished jobs kept in memory. */
  readonly finishedInMemory: number;
  /** True when nothing will be changed and no job claimed; then opening changes nothing either. */
  readonly forReading?: boolean;
  readonly log?: Logger | undefined;
  readonly timing?: Timing;
  /** Differences from `defaultThresholds`. */
  readonly thresholds?: Partial<StoreThresholds>;
}

/** Reads open jobs and everything computed from them into memory; unreadable jobs are set aside. */
export function loadState(options: LoadOptions): StoreState {
  const { database, finishedInMemory, forReading = false } = options;
  const unreadable = new UnreadableJobs(Date.now, options.log);
  const thresholds = { ...defaultThresholds, ...options.thresholds };
  const tables = openTables(database, {
    finishedInMemory,
    unreadable,
    log: options.log,
    thresholds,
  });
  const { owners, jobCounts, accounts, stored, unlisted, search, rows } = tables;
  const openJobs = new OpenJobs({ owners, accounts, jobCounts });
  const state: StoreState = {
    ...tables,
    timing: options.timing ?? systemTiming,
    openJobs,
    indexFollower: new IndexFollower({ search, stored, openJobs, unlisted, log: options.log }),
    dueInstants: new DueInstants(openJobs, rows),
    lists: new FinishedLists({ database, unlisted, stored, search, thresholds }),
    numbers: forReading ? readIncarnation(database) : beginIncarnation(database),
  };
  if (search.from > 0) options.log?.info('search-index-behind', { jobs: search.from });
  for (const { row, job } of stored.unlisted()) {
    const { position, owner: ownerNumber, last_entry: lastEntry } = row;
    if (job === undefined) {
      setAside(state, row);
      continue;
    }
    if (isFinal(job.state)) {
      const partition = tables.surfaces.partitionOf(job.surface, job.state);
      unlisted.add({ position, owner: ownerNumber, partition, finishedAt: job.updatedAt });
      continue;
    }
    const owner = owners.numbered(ownerNumber);
    const current = { job, lastEntry, lease: null, dueAt: longAgo };
    openJobs.admit({ position, owner, current, epoch: state.numbers.epochBase }, undefined);
  }
  return state;
}

function openTables(
  database: SqliteDatabase,
  options: Pick<LoadOptions, 'finishedInMemory' | 'log'> & {
    readonly unreadable: UnreadableJobs;
    readonly thresholds: StoreThresholds;
  },
) {
  const { finishedInMemory, unreadable, log, thresholds } = options;
  const owners = new Owners(database);
  const longTexts = new LongTexts(database);
  const cache = new JobCache(finishedInMemory);
  return {
    database,
    owners,
    surfaces: new Surfaces(database),
    cache,
    jobCounts: new JobCounts(database),
    accounts: new Accounts(readAccounts(database, log), accountWriter(database)),
    keys: new IdempotencyKeys(database, thresholds),
    creation: new CreationBlocks(database),
    unlisted: new UnlistedJobs(),
    search: new SearchIndex(database),
    longTexts,
    rows: new JobRows(database, longTexts),
    unreadable,
    stored: new StoredJobs({ database, longTexts, owners, cache, unreadable }),
    trail: new Trail(database),
    dispatches: new Dispatches(database),
    users: new UserCache(database),
    sessions: new SessionCache(database),
    adminRecords: new AdminRecords(database),
    assets: new AssetRows(database),
    holdings: new Holdings(database),
    values: readValues(database),
    vacuum_after_erase: new VacuumAfterErase(database),
  };
}
