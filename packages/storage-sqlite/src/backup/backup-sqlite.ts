import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { StorageUnavailable } from '@filmgate/core';
import Database from 'better-sqlite3';
import { requireNodeApi } from '../database/open-connection.ts';
import { storageFault } from '../faults/storage-fault.ts';
import { copyDatabase, type CopyProgress, syncPath } from './copy-database.ts';
import { type DatabaseCounts, inspectCopy, type PastNumbers, readNumbers } from './inspect-copy.ts';

export interface BackupSqliteInput {
  /** Path of the database, which may be in use. */
  readonly file: string;
  /** An empty folder. The copies get the names of the original files. */
  readonly folder: string;
  readonly now: number;
  readonly onProgress: (what: 'database' | 'request log', progress: CopyProgress) => void;
}

/**
 * Copies a database and its request log, even while both are being written, and reads the copy completely. The copy is
 * marked as a copy: a gateway that opens it anywhere asks an operator first.
 *
 * @throws StorageUnavailable with a sentence for the operator
 */
export async function backupSqlite(input: BackupSqliteInput): Promise<DatabaseCounts> {
  const { file, folder, now, onProgress } = input;
  requireNodeApi(process.versions['napi']);
  if (!existsSync(file))
    throw new StorageUnavailable(`There is no database ${file}.`, { applied: 'no' });
  const copy = join(folder, basename(file));
  try {
    const before = numbersOf(file);
    await copyDatabase({ file, copy, onProgress: (done) => onProgress('database', done) });
    const after = numbersOf(file);
    const counts = finishCopy(copy, { before, after, now });
    const log = `${file}.requests`;
    if (existsSync(log)) {
      const logCopy = join(folder, basename(log));
      await copyDatabase({
        file: log,
        copy: logCopy,
        onProgress: (done) => onProgress('request log', done),
      });
      syncPath(logCopy);
    }
    syncPath(folder);
    return counts;
  } catch (error) {
    throw storageFault(error);
  }
}

function numbersOf(file: string): PastNumbers {
  const connection = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return readNumbers(connection, file);
  } finally {
    connection.close();
  }
}

/** Checks that the copy is of the moment it was made, reads it completely, and marks it as a copy. */
function finishCopy(
  copy: string,
  at: { readonly before: PastNumbers; readonly after: PastNumbers; readonly now: number },
): DatabaseCounts {
  const { before, after, now } = at;
  const connection = new Database(copy, { fileMustExist: true });
  try {
    connection.pragma('journal_mode = DELETE');
    const { historyId, commits } = readNumbers(connection, copy);
    const isOfNow = historyId === before.historyId && commits >= before.commits;
    if (!isOfNow || commits > after.commits)
      throw new StorageUnavailable(`${copy} does not match its source.`, { applied: 'no' });
    const counts = inspectCopy(connection);
    connection.prepare('update store set gone_back = ?').run(goneBackAt(now));
    return counts;
  } finally {
    connection.close();
    syncPath(copy);
  }
}

/** Mark of a backup made at this instant. */
export function goneBackAt(now: number): string {
  return JSON.stringify({
    noticedAt: now,
    detail: `This database is a copy from ${new Date(now).toISOString()} without later changes. All job processing is stopped until an operator acknowledges the loss.`,
  });
}
