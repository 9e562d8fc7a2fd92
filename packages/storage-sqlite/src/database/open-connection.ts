import { closeSync, openSync } from 'node:fs';
import { StorageUnavailable } from '@filmgate/core';
import Database from 'better-sqlite3';

/** Version of Node-API for which better-sqlite3 13 is built; an older one ends the process without a message. */
const neededNodeApi = 10;

/**
 * Throws on a runtime the native module would crash on. Must run before the first database is opened.
 *
 * @param version - Node-API version of the runtime, `process.versions.napi`
 * @throws Error that names the supported Node releases
 */
export function requireNodeApi(version: string | undefined): void {
  if (Number(version ?? '0') >= neededNodeApi) return;
  throw new Error(
    `The SQLite store requires Node-API ${neededNodeApi}, available in Node 22.14 or newer, but not in Node 20; ` +
      `this runtime (Node ${process.versions.node}) has ${version ?? 'none'}. Use a newer Node.`,
  );
}

/** Creates a file for prompts and sealed secrets that only its owner can read. SQLite's other files get its mode. */
export function createPrivately(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

/** Maximum wait of a statement for another program's lock, in ms. The event loop is blocked meanwhile. */
const busyTimeoutMs = 100;

/** Pages kept in memory, in KiB. */
const cacheKib = 65_536;

/**
 * `synchronous=FULL`: the log is on the disk before a commit returns
 * (https://sqlite.org/pragma.html#pragma_synchronous).
 */
const synchronousFull = 2;

/** SQLite's name for a database in memory. */
export const memoryFile = ':memory:';

/**
 * Opens the file for writing: WAL, every commit synced, foreign keys enforced, no checkpoint within a commit.
 *
 * @throws StorageUnavailable when the file does not keep what it confirms
 */
export function openConnection(file: string): Database.Database {
  if (file !== memoryFile) createPrivately(file);
  const connection = new Database(file, { timeout: busyTimeoutMs });
  return prepared(connection, () => {
    if (file !== memoryFile) keepDurably(connection, file);
  });
}

/** Opens a copy of a database from these bytes, in memory. */
export function openImage(image: Uint8Array): Database.Database {
  return prepared(new Database(Buffer.from(image)), () => undefined);
}

function prepared(connection: Database.Database, begin: () => void): Database.Database {
  try {
    begin();
    connection.pragma('foreign_keys = ON');
    connection.pragma('trusted_schema = OFF');
    // Removed data is overwritten within its pages; see `VacuumAfterErase`.
    connection.pragma('secure_delete = FAST');
    connection.pragma(`cache_size = -${cacheKib}`);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function keepDurably(connection: Database.Database, file: string): void {
  // Run to its end: otherwise a commit that fails while the database switches to WAL goes unnoticed.
  connection.exec('pragma journal_mode = WAL');
  const mode = connection.pragma('journal_mode', { simple: true });
  connection.pragma('wal_autocheckpoint = 0');
  // Only now: SQLite chooses another default when a database switches to WAL.
  connection.pragma('synchronous = FULL');
  const synchronous = connection.pragma('synchronous', { simple: true });
  if (mode === 'wal' && synchronous === synchronousFull) return;
  throw new StorageUnavailable(
    `${file} cannot be kept durably: journal_mode is ${String(mode)}, synchronous ${String(synchronous)}. Choose a local disk.`,
    { applied: 'no' },
  );
}
