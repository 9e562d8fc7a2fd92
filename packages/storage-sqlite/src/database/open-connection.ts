import { closeSync, openSync } from 'node:fs';
import { StorageUnavailable } from '@filmgate/core';
import Database from 'better-sqlite3';

/** better-sqlite3 13 is built for this version of Node-API; on an older one it ends the process without a word. */
const neededNodeApi = 10;

/**
 * Refuses a runtime the native module would crash on. Must run before the first database is opened.
 *
 * @param version - Node-API version of the runtime, `process.versions.napi`
 * @throws Error that names the Node releases which do
 */
export function requireNodeApi(version: string | undefined): void {
  if (Number(version ?? '0') >= neededNodeApi) return;
  throw new Error(
    `The SQLite store requires Node-API ${neededNodeApi}, available in Node 22.14 or newer, but not in Node 20; ` +
      `this runtime (Node ${process.versions.node}) has ${version ?? 'none'}. Use a newer Node.`,
  );
}

/** Only the owner of the process may read prompts and sealed secrets; SQLite gives its other files the same mode. */
export function createPrivately(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

/** How long a statement waits for another program's lock, in ms. The event loop stands still meanwhile. */
const busyTimeoutMs = 100;

/** Pages kept in memory, in KiB. */
const cacheKib = 65_536;

/** `synchronous=FULL`: the log is on the disk before a commit returns (https://sqlite.org/pragma.html#pragma_synchronous). */
const synchronousFull = 2;

/** The name SQLite gives a database that lives in memory only. */
export const memoryFile = ':memory:';

/**
 * Opens the file for writing: WAL, every commit synced, foreign keys enforced, no checkpoint on the way of a commit.
 *
 * @throws StorageUnavailable when the file will not keep what it confirms
 */
export function openConnection(file: string): Database.Database {
  if (file !== memoryFile) createPrivately(file);
  const connection = new Database(file, { timeout: busyTimeoutMs });
  return prepared(connection, () => {
    if (file !== memoryFile) keepDurably(connection, file);
  });
}

/** Opens a copy of these bytes of a database in memory. */
export function openImage(image: Uint8Array): Database.Database {
  return prepared(new Database(Buffer.from(image)), () => undefined);
}

function prepared(connection: Database.Database, begin: () => void): Database.Database {
  try {
    begin();
    connection.pragma('foreign_keys = ON');
    connection.pragma('trusted_schema = OFF');
    // What is removed is written over within its pages; see `VacuumAfterErase`.
    connection.pragma('secure_delete = FAST');
    connection.pragma(`cache_size = -${cacheKib}`);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function keepDurably(connection: Database.Database, file: string): void {
  // Run to its end: a commit that fails while the database turns to WAL is not heard of otherwise.
  connection.exec('pragma journal_mode = WAL');
  const mode = connection.pragma('journal_mode', { simple: true });
  connection.pragma('wal_autocheckpoint = 0');
  // Only now: SQLite chooses another default when a database turns to WAL.
  connection.pragma('synchronous = FULL');
  const synchronous = connection.pragma('synchronous', { simple: true });
  if (mode === 'wal' && synchronous === synchronousFull) return;
  throw new StorageUnavailable(
    `${file} cannot be kept durably: journal_mode is ${String(mode)}, synchronous ${String(synchronous)}. Choose a local disk.`,
    { applied: 'no' },
  );
}
