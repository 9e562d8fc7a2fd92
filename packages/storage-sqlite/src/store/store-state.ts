import type { UnreadableJobs } from '@filmgate/core';
import type { Accounts } from '../accounts/accounts.ts';
import type { AdminRecords } from '../admin/admin-records.ts';
import type { SessionCache } from '../admin/session-cache.ts';
import type { AssetRows } from '../assets/asset-rows.ts';
import type { Holdings } from '../assets/holdings.ts';
import type { PreparedQuery, SqliteDatabase } from '../database/sqlite-database.ts';
import type { FinishedLists } from '../finished/finished-lists.ts';
import type { JobCache } from '../finished/job-cache.ts';
import type { Surfaces } from '../finished/surfaces.ts';
import type { UnlistedJobs } from '../finished/unlisted-jobs.ts';
import type { IdempotencyKeys } from '../idempotency/idempotency-keys.ts';
import type { Dispatches } from '../jobs/dispatches.ts';
import type { DueInstants, JobRows } from '../jobs/job-rows.ts';
import type { LongTexts } from '../jobs/long-texts.ts';
import type { StoredJobs } from '../jobs/stored-jobs.ts';
import type { Trail } from '../jobs/trail.ts';
import type { Owners } from '../ledger/owners.ts';
import type { JobCounts } from '../ledger/job-counts.ts';
import type { CreationBlocks } from '../list/creation-blocks.ts';
import type { OpenJobs } from '../memory/open-jobs.ts';
import type { IndexFollower } from '../search/index-follower.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { UserCache } from '../users/user-cache.ts';
import type { Timing } from '../write/timing.ts';
import type { WriteBehindMap } from '../write/write-behind-map.ts';

/**
 * Data that erasing leaves behind in a file: SQLite overwrites what it removes (`secure_delete`), but copies from
 * earlier changes may remain in pages it no longer uses, and terms of a removed prompt in the search index until its
 * pieces are merged. The next opening rewrites the file without all of that.
 */
export class VacuumAfterErase {
  readonly #note: PreparedQuery<unknown>;

  constructor(database: SqliteDatabase) {
    this.#note = database.prepare(
      database.kysely.updateTable('store').set({ vacuum_after_erase: 0 }),
    );
  }

  note(): void {
    this.#note.run(1);
  }
}

/** Rewrites the file after an erasure, which takes as long as copying it. To be called before anything is read. */
export function vacuumAfterErase({ connection }: SqliteDatabase): boolean {
  const wanted = connection
    .prepare<[], number>('select vacuum_after_erase from store')
    .pluck()
    .get();
  if (wanted !== 1) return false;
  connection.exec(`insert into job_search (job_search) values ('optimize')`);
  connection.exec('vacuum');
  connection.exec('update store set vacuum_after_erase = 0');
  connection.pragma('wal_checkpoint(TRUNCATE)');
  return true;
}

/** The store's memory and the tables under it, used by commands and reads. */
export interface StoreState {
  readonly timing: Timing;
  readonly database: SqliteDatabase;
  readonly owners: Owners;
  readonly surfaces: Surfaces;
  readonly jobCounts: JobCounts;
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
  readonly vacuum_after_erase: VacuumAfterErase;
  readonly numbers: StoreNumbers;
}

/** Numbers the store gives out. */
export interface StoreNumbers {
  /** The next position in the order of acceptance. */
  nextPosition(): number;
  /** Below every epoch this opening of the store gives out, above every one given out before. */
  readonly epochBase: number;
}
