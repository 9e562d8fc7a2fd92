import { closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Logger, type StorageBundle, StorageUnavailable } from '@filmgate/core';
import { createAccountPool } from './accounts/sqlite-account-pool.ts';
import { createAdminAccess } from './admin/sqlite-admin-access.ts';
import { createAssetIndex } from './assets/sqlite-asset-index.ts';
import { memoryFile, openConnection, requireNodeApi } from './database/open-connection.ts';
import { type FileOwnership, ownFile } from './database/own-file.ts';
import { SqliteDatabase } from './database/sqlite-database.ts';
import { storageFault } from './faults/storage-fault.ts';
import { createJobReader, findJob } from './jobs/sqlite-job-reader.ts';
import { createJobStore } from './jobs/sqlite-job-store.ts';
import { createRequestLogs } from './request-log/sqlite-request-logs.ts';
import { migrate } from './schema/migrate.ts';
import { vacuumAfterErase } from './store/store-state.ts';
import { loadState } from './store/load-state.ts';
import { RunningStore } from './store/running-store.ts';
import type { StoreThresholds } from './store/store-thresholds.ts';
import type { Timing } from './write/timing.ts';
import {
  authenticate,
  createApiUsers,
  linkEpoch,
  wouldAuthenticate,
} from './users/sqlite-api-users.ts';
import { createKeyValueStore } from './values/sqlite-key-value-store.ts';
import { createDataLossDetection } from './data-loss/sqlite-data-loss-detection.ts';
import {
  openPast,
  RollbackDetector,
  type RollbackDetectorOptions,
} from './data-loss/rollback-detector.ts';

/** Finished jobs kept in memory by default: some 50 MB. */
const defaultFinishedInMemory = 20_000;

export interface SqliteStorageOptions {
  /** Path of the database, created if missing; `:memory:` for a database that lives as long as the bundle. */
  readonly file: string;
  readonly log?: Logger;
  /** Maximum number of finished jobs kept in memory, so that polls read no database; open jobs are always kept. */
  readonly finishedInMemory?: number;
  /**
   * Path of the baseline file, which records how far the history of the database goes, so that an older copy put in
   * place of the database is detected; absent = next to the database. In another folder, a restore of the database's
   * whole folder is detected too. Null = copies are not detected, and the orders in them are paid again; a database in
   * memory needs no baseline.
   */
  readonly baseline?: string | null;
  /** Former path of the baseline file; moved from there if no file exists at `baseline`. */
  readonly formerBaseline?: string;
}

/**
 * Opens the embedded store. One process owns the file until `close`; all leases of earlier processes are void, so every
 * job that has not ended is due immediately.
 *
 * @throws StorageUnavailable with a sentence for the operator: the file is in use (and by which process), on a remote
 * disk, not durable, written by a newer release, damaged, its baseline cannot be read or written…
 * @throws Error on a Node release the native module does not run on
 */
export async function createSqliteStorage(options: SqliteStorageOptions): Promise<StorageBundle> {
  requireNodeApi(process.versions['napi']);
  const ownership = options.file === memoryFile ? undefined : own(options.file);
  try {
    const database = new SqliteDatabase(openConnection(ownership?.file ?? memoryFile));
    const { baseline = baselineBeside(options.file), ...others } = options;
    const known = baseline === null ? others : { ...others, baseline };
    return await openBundle({ options: known, ownership, database });
  } catch (error) {
    ownership?.release();
    throw storageFault(error);
  }
}

function baselineBeside(file: string): string | null {
  return file === memoryFile ? null : `${file.replace(/\.db$/, '')}.baseline.json`;
}

function own(file: string): FileOwnership {
  try {
    return ownFile(file);
  } catch (error) {
    throw storageFault(error);
  }
}

/** Parts a store is opened with besides its options. With another timing, the request log runs on this thread too. */
export interface BundleParts {
  readonly options: Omit<SqliteStorageOptions, 'file' | 'baseline'> & {
    readonly baseline?: string;
  };
  readonly ownership: FileOwnership | undefined;
  readonly database: SqliteDatabase;
  /** True when the schema is known to be this release's. */
  readonly isMigrated?: boolean;
  /** Options of the rollback detection; absent = by the baseline of the options. */
  readonly past?: Omit<RollbackDetectorOptions, 'database' | 'log'>;
  readonly timing?: Timing;
  readonly thresholds?: Partial<StoreThresholds>;
}

export async function openBundle(parts: BundleParts): Promise<StorageBundle> {
  const { options, ownership, database, isMigrated = false, timing, thresholds } = parts;
  const { log, finishedInMemory = defaultFinishedInMemory, ...baselines } = options;
  try {
    if (!isMigrated) await migrate(database.kysely);
    const past =
      parts.past === undefined
        ? await openPast({
            database,
            log,
            ...baselines,
            ...(ownership !== undefined && { file: ownership.file }),
          })
        : await RollbackDetector.open({ database, log, ...parts.past });
    if (past.lost !== null) {
      const { kind, detail } = past.lost;
      log?.warn(kind === 'elsewhere' ? 'store-elsewhere' : 'store-went-back', { detail });
    }
    if (vacuumAfterErase(database)) log?.info('erased-leavings-removed');
    const state = loadState({
      database,
      finishedInMemory,
      log,
      ...(timing !== undefined && { timing }),
      ...(thresholds !== undefined && { thresholds }),
    });
    const owners = state.owners.takeDisagreements();
    if (owners.length > 0) log?.warn('quota-sums-corrected', { owners });
    await past.begin();
    if (ownership !== undefined) syncFolderOf(ownership.file);
    const store = new RunningStore({ state, past, ownership, log });
    return toBundle(store, { file: ownership?.file, log, timing });
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Makes the names of the database and its log durable: SQLite syncs their folder, too, but reports no failure. */
function syncFolderOf(file: string): void {
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } catch (error) {
    const message = 'The disk failed while the folder of the database was written.';
    throw new StorageUnavailable(message, { applied: 'no', cause: error });
  } finally {
    closeSync(folder);
  }
}

function toBundle(
  store: RunningStore,
  {
    file,
    log,
    timing,
  }: {
    readonly file: string | undefined;
    readonly log: Logger | undefined;
    readonly timing: Timing | undefined;
  },
): StorageBundle {
  const { events, accessWhileLost } = store;
  const beside = createRequestLogs({
    mainFile: file ?? memoryFile,
    log,
    timing,
  });
  return {
    manifest: Object.freeze({ name: 'sqlite', processes: 'one', durable: file !== undefined }),
    ...ofThePast(store),
    events,
    adminAccess: createAdminAccess(accessWhileLost),
    values: createKeyValueStore(accessWhileLost),
    dataLoss: createDataLossDetection(store),
    requestLogs: beside.requestLogs,
    operationSamples: beside.operationSamples,
    ping: () => store.ping(),
    notIndexed: () =>
      store.accessWhileLost.read(({ search, unlisted }) => search.from + unlisted.size),
    close: async () => {
      // First, since the ownership of the file covers the log as well.
      await beside.close();
      await store.close();
    },
  };
}

/**
 * Ports that need the complete history, and refuse while a part of it is lost. During a loss only reads and changes by
 * administrators still work, and receipts, which are the only proof of paid work.
 */
function ofThePast({
  access,
  accessWhileLost,
  events,
}: RunningStore): Pick<
  StorageBundle,
  'jobs' | 'reader' | 'accounts' | 'apiUsers' | 'assets' | 'atOnce'
> {
  const jobs = createJobStore(access, events);
  const facts = createJobStore(accessWhileLost, events);
  const due = createJobReader(accessWhileLost);
  const probed = createAccountPool(access);
  const users = createApiUsers(access);
  return {
    jobs: {
      ...jobs,
      // A receipt that comes with a decision changes recorded history.
      recordReceipt: (input) => (input.decision === undefined ? facts : jobs).recordReceipt(input),
      recordRefusal: (input) => facts.recordRefusal(input),
    },
    reader: { ...createJobReader(access), nextDueAt: () => due.nextDueAt() },
    accounts: {
      ...createAccountPool(accessWhileLost),
      recordProbe: (input) => probed.recordProbe(input),
    },
    apiUsers: {
      ...createApiUsers(accessWhileLost),
      create: (input) => users.create(input),
      authenticate: (input) => users.authenticate(input),
      linkEpoch: (owner) => users.linkEpoch(owner),
    },
    assets: createAssetIndex(access),
    atOnce: {
      find: (id) => access.readNow((state) => findJob(state, id)),
      wouldAuthenticate: (input) => wouldAuthenticate(access, input),
      authenticate: (input) => authenticate(access, input),
      linkEpoch: (owner) => access.readNow((state) => linkEpoch(state, owner)),
    },
  };
}
