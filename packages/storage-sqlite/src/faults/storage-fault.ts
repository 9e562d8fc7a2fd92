import { StorageUnavailable } from '@filmgate/core';
import Database from 'better-sqlite3';

/** Fault of a decision that does not fit the stored state; thrown before anything is written. */
export function contradiction(subject: string, what: string): StorageUnavailable {
  return new StorageUnavailable(`The change of ${subject} contradicts what is stored: ${what}.`, {
    applied: 'no',
  });
}

/** Primary result codes of disk, file or other programs, with hints for operators (https://sqlite.org/rescode.html). */
const deviceFaults: ReadonlyMap<string, string> = new Map([
  ['SQLITE_FULL', 'The disk is full, or the maximum size of the database is reached.'],
  ['SQLITE_IOERR', 'The disk failed while the database was read or written.'],
  ['SQLITE_BUSY', 'Another program has locked the database.'],
  ['SQLITE_LOCKED', 'Another program has locked the database.'],
  ['SQLITE_READONLY', 'The database file cannot be written.'],
  ['SQLITE_CANTOPEN', 'The database file cannot be opened.'],
  ['SQLITE_CORRUPT', 'The database file is damaged.'],
  ['SQLITE_NOTADB', 'The file is not a database.'],
  ['SQLITE_NOMEM', 'The database is out of memory.'],
  ['SQLITE_PROTOCOL', 'The database cannot be locked.'],
]);

/** True when an error concerns the device: then retrying the same command alone would not help. */
export function isDeviceFault(error: unknown): boolean {
  return primaryCode(error) !== undefined;
}

/** True when the disk failed during a write, so that the written data may or may not be there. */
export function isDiskFailure(error: unknown): boolean {
  return primaryCode(error) === 'SQLITE_IOERR';
}

/** Converts any error into the one error that storage ports throw. */
export function storageFault(
  error: unknown,
  applied: StorageUnavailable['applied'] = 'no',
): StorageUnavailable {
  if (error instanceof StorageUnavailable) return error;
  const code = primaryCode(error);
  const known = code === undefined ? undefined : deviceFaults.get(code);
  return new StorageUnavailable(known ?? 'The store failed.', {
    applied,
    cause: error,
    ...(code === 'SQLITE_FULL' && { reason: 'full' }),
  });
}

function primaryCode(error: unknown): string | undefined {
  if (!(error instanceof Database.SqliteError)) return undefined;
  const { code } = error;
  return [...deviceFaults.keys()].find((known) => code === known || code.startsWith(`${known}_`));
}
