import type { UnreadableJobs } from '@filmgate/core';
import type { Accounts } from '../accounts/accounts.ts';
import type { AdminRecords } from '../admin/admin-records.ts';
import type { SessionCache } from '../admin/session-cache.ts';
import type { AssetRows } from '../assets/asset-rows.ts';
import type { Holdings } from '../assets/holdings.ts';
import type { SqliteDatabase } from '../database/sqlite-database.ts';
import type { FinishedLists } from '../finished/finished-lists.ts';
import type { JobCache } from '../finished/job-cache.ts';
import type { UnlistedJobs } from '../finished/unlisted-jobs.ts';
import type { IdempotencyKeys } from '../idempotency/idempotency-keys.ts';
import type { Dispatches } from '../jobs/dispatches.ts';
import type { DueInstants } from '../jobs/due-instants.ts';
import type { JobRows } from '../jobs/job-rows.ts';
import type { LongTexts } from '../jobs/long-texts.ts';
import type { StoredJobs } from '../jobs/stored-jobs.ts';
import type { Trail } from '../jobs/trail.ts';
import type { Owners } from '../ledger/owners.ts';
import type { Tally } from '../ledger/tally.ts';
import type { CreationBlocks } from '../list/creation-blocks.ts';
import type { OpenJobs } from '../memory/open-jobs.ts';
import type { IndexFollower } from '../search/index-follower.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { UserCache } from '../users/user-cache.ts';
import type { ErasedLeavings } from './erased-leavings.ts';
import type { WriteBehindMap } from '../write/write-behind-map.ts';
import type { Timing } from '../write/timing.ts';

/** The store's memory and the tables under it: what commands and reads work on. */
export interface StoreState {
  readonly timing: Timing;
  readonly database: SqliteDatabase;
  readonly owners: Owners;
  readonly tally: Tally;
  readonly accounts: Accounts;
  readonly keys: IdempotencyKeys;
  readonly creation: CreationBlocks;
  readonly openJobs: OpenJobs;
  /** Jobs whose rows cannot be read; see `JobReader`. */
  readonly unreadable: UnreadableJobs;
  readonly cache: JobCache;
  readonly unlisted: UnlistedJobs;
  readonly lists: FinishedLists;
  readonly search: SearchIndex;
  readonly indexFollower: IndexFollower;
  readonly longTexts: LongTexts;
  readonly rows: JobRows;
  readonly dueInstants: DueInstants;
  readonly stored: StoredJobs;
  readonly trail: Trail;
  readonly dispatches: Dispatches;
  readonly users: UserCache;
  readonly sessions: SessionCache;
  readonly adminRecords: AdminRecords;
  readonly assets: AssetRows;
  readonly holdings: Holdings;
  readonly values: WriteBehindMap<string, string>;
  readonly leavings: ErasedLeavings;
  readonly numbers: StoreNumbers;
}

/** Numbers the store gives out. */
export interface StoreNumbers {
  /** The next place in the order of acceptance. */
  nextPosition(): number;
  /** Below every epoch this opening of the store hands out, above every one handed out before. */
  readonly epochBase: number;
}
