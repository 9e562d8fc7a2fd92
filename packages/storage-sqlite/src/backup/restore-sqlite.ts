import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { StorageUnavailable } from '@filmgate/core';
import { openConnection, requireNodeApi } from '../database/open-connection.ts';
import { ownFile } from '../database/own-file.ts';
import { SqliteDatabase } from '../database/sqlite-database.ts';
import { storageFault } from '../faults/storage-fault.ts';
import { migrate } from '../schema/migrate.ts';
import { goneBackAt } from './backup-sqlite.ts';
import { type DatabaseCounts, inspectCopy } from './inspect-copy.ts';
import { syncPath } from './copy-database.ts';

export interface RestoreSqliteInput {
  /** Where the database belongs; whatever is there is kept under `<file>.<aside>`. */
  readonly file: string;
  /** The copy: a database that is not in use. */
  readonly source: string;
  /** The end of the names that the files there are now get. */
  readonly aside: string;
  readonly now: number;
  /** What was counted when the copy was made; absent = not known. */
  readonly expected?: DatabaseCounts;
}

/** What belongs to a database beside its main file: the ends of the names. The main file first. */
const ends = ['', '-wal', '-shm', '.requests', '.requests-wal', '.requests-shm'];

/**
 * Reads a copy through, brings it to the present tables, and puts it in the place of a database that is not in use.
 * From then on the database says that it went back. If it stops half-way, call it again: it never leaves a database
 * that could pass for whole.
 *
 * @throws StorageUnavailable with a sentence for the operator: a gateway uses the database, the copy is damaged or of a
 * newer release…
 */
export async function restoreSqlite(input: RestoreSqliteInput): Promise<DatabaseCounts> {
  const { file: path, source, aside, now } = input;
  requireNodeApi(process.versions['napi']);
  if (!existsSync(source))
    throw new StorageUnavailable(`There is no database ${source}.`, { applied: 'no' });
  try {
    const ownership = ownFile(path);
    const { file } = ownership;
    const next = `${file}.restoring`;
    try {
      bring(source, next);
      const counts = await finish(next, now);
      refuseDifferent(counts, input.expected);
      for (const end of ends)
        if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${file}.${aside}${end}`);
      for (const end of ends)
        if (existsSync(`${next}${end}`)) renameSync(`${next}${end}`, `${file}${end}`);
      syncPath(dirname(file));
      return counts;
    } finally {
      removeAll(next);
      ownership.release();
    }
  } catch (error) {
    throw storageFault(error);
  }
}

function removeAll(file: string): void {
  for (const end of ends) rmSync(`${file}${end}`, { force: true });
}

function bring(source: string, next: string): void {
  removeAll(next);
  for (const end of ends) {
    // The index of a log is made again.
    if (end.endsWith('-shm') || !existsSync(`${source}${end}`)) continue;
    copyFileSync(`${source}${end}`, `${next}${end}`);
    // A backup that was elsewhere may have come back readable by all.
    chmodSync(`${next}${end}`, 0o600);
  }
}

function refuseDifferent(counts: DatabaseCounts, expected: DatabaseCounts | undefined): void {
  if (expected === undefined || isDeepStrictEqual(counts, expected)) return;
  throw new StorageUnavailable(
    `The copy does not hold what was counted when it was made: ${JSON.stringify(counts)} instead of ${JSON.stringify(expected)}.`,
    { applied: 'no' },
  );
}

async function finish(next: string, now: number): Promise<DatabaseCounts> {
  const database = new SqliteDatabase(openConnection(next));
  try {
    await migrate(database.kysely);
    const { connection } = database;
    connection
      .prepare('update store set gone_back = ? where gone_back is null')
      .run(goneBackAt(now));
    const counts = inspectCopy(connection);
    connection.pragma('journal_mode = DELETE');
    return counts;
  } finally {
    database.close();
    syncPath(next);
  }
}
