import { existsSync } from 'node:fs';
import { JobListeners, StorageUnavailable, type StoreExport, type StoreView } from '@filmgate/core';
import { createAccountPool } from '../accounts/sqlite-account-pool.ts';
import { createAdminAccess } from '../admin/sqlite-admin-access.ts';
import { createAssetIndex } from '../assets/sqlite-asset-index.ts';
import { openConnection, requireNodeApi } from '../database/open-connection.ts';
import { ownFile } from '../database/own-file.ts';
import { SqliteDatabase } from '../database/sqlite-database.ts';
import { storageFault } from '../faults/storage-fault.ts';
import { createJobReader } from '../jobs/sqlite-job-reader.ts';
import { migrate } from '../schema/migrate.ts';
import { countOpenings, loadState } from '../store/load-state.ts';
import { StoreAccess } from '../store/store-access.ts';
import type { StoreState } from '../store/store-state.ts';
import { createApiUsers } from '../users/sqlite-api-users.ts';
import { createKeyValueStore } from '../values/sqlite-key-value-store.ts';
import { Transaction } from '../write/transaction.ts';
import { WriteQueue } from '../write/write-queue.ts';
import { openPast, type RollbackDetector } from '../data-loss/rollback-detector.ts';
import { isContent } from '../idempotency/key-digest.ts';
import { claimOf } from './export-jobs.ts';
import { countRecords, exportRecords } from './export-records.ts';

/** Finished jobs held in memory while they are read. */
const finishedInMemory = 1000;

export interface SqliteExportOptions {
  readonly file: string;
  /** Baseline as for `createSqliteStorage`: refuses a copy of the database and records the conclusion of the export. */
  readonly baseline?: string;
  readonly formerBaseline?: string;
}

/**
 * Opens an embedded store to move its records elsewhere. This process owns the file until `close`, and SQLite itself
 * refuses any change except that of `conclude`. A file of an earlier release is migrated to this release's tables
 * first, as with any opening.
 *
 * @throws StorageUnavailable with a sentence for the operator: the file does not exist, it is in use (and by which
 * process), damaged, an older copy…
 */
export async function openSqliteExport(options: SqliteExportOptions): Promise<StoreExport> {
  const { file } = options;
  requireNodeApi(process.versions['napi']);
  if (!existsSync(file))
    throw new StorageUnavailable(`There is no database ${file}.`, { applied: 'no' });
  const ownership = ownFile(file);
  try {
    const database = new SqliteDatabase(openConnection(ownership.file));
    return await openRead(database, { ...options, file: ownership.file }, () => {
      database.close();
      ownership.release();
    });
  } catch (error) {
    ownership.release();
    throw storageFault(error);
  }
}

async function openRead(
  database: SqliteDatabase,
  options: SqliteExportOptions,
  letGo: () => void,
): Promise<StoreExport> {
  try {
    await migrate(database.kysely);
    const past = await openPast({ database, log: undefined, ...options });
    const refusal = past.refusal();
    if (refusal !== null) throw refusal;
    const { connection } = database;
    connection.pragma('query_only = ON');
    const state = loadState({ database, finishedInMemory, forReading: true });
    return {
      identity: identityOf(database),
      opening: countOpenings(database),
      view: viewOf(state),
      records: (after) => exportRecords(state, after),
      conclude: async (name, value) => {
        conclude(database, past, { name, value });
        await past.stop();
      },
      close: async () => letGo(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Instant at which the first tables were created: no later release, copy or backup changes it. */
function identityOf({ connection }: SqliteDatabase): string {
  const made = connection
    .prepare<[], { readonly timestamp: string }>(
      'select timestamp from kysely_migration order by name limit 1',
    )
    .get();
  return `sqlite ${made?.timestamp ?? ''}`;
}

function conclude(
  { connection, kysely }: SqliteDatabase,
  past: RollbackDetector,
  note: { readonly name: string; readonly value: string },
): void {
  const { sql, parameters } = kysely
    .insertInto('named_value')
    .values(note)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: note.value }))
    .compile();
  connection.pragma('query_only = OFF');
  try {
    new Transaction(connection, [past]).run(() => connection.prepare(sql).run([...parameters]));
  } catch (error) {
    throw storageFault(error);
  } finally {
    connection.pragma('query_only = ON');
  }
}

/** Ports of the store, on a queue whose every write SQLite refuses. */
function viewOf(state: StoreState): StoreView {
  const queue = new WriteQueue({
    transaction: new Transaction(state.database.connection, []),
    events: new JobListeners(undefined),
    afterRound: () => undefined,
  });
  const access = new StoreAccess(state, queue);
  return {
    reader: createJobReader(access),
    accounts: createAccountPool(access),
    apiUsers: createApiUsers(access),
    adminAccess: createAdminAccess(access),
    assets: createAssetIndex(access),
    values: createKeyValueStore(access),
    keyDigest: (id) =>
      access.read(({ users }) => {
        const digest = users.entries.get(id)?.keyDigest;
        return digest !== undefined && users.withKey(digest)?.id === id ? digest : undefined;
      }),
    keyClaim: (id) => access.read((read) => keyClaim(read, id)),
    counts: () => access.read(countRecords),
  };
}

function keyClaim({ openJobs, rows, stored, keys }: StoreState, id: string) {
  const position = openJobs.find(id)?.position ?? rows.position(id);
  const row = position === undefined ? undefined : stored.row(position);
  const claim = row === undefined ? null : claimOf(row);
  if (claim === null) return undefined;
  const isFound = isContent(claim.digest) || keys.find(claim.digest) === position;
  return isFound ? claim : undefined;
}
