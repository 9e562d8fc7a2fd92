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
  /** Path the database is restored to; existing files are kept under `<file>.<aside>`. */
  readonly file: string;
  /** Path of the copy: a database that is not in use. */
  readonly source: string;
  /** Suffix that the existing files get. */
  readonly aside: string;
  readonly now: number;
  /** Counts taken when the copy was made; absent = not known. */
  readonly expected?: DatabaseCounts;
}

/** Suffixes of the files that belong to a database. The main file first. */
const ends = ['', '-wal', '-shm', '.requests', '.requests-wal', '.requests-shm'];

/**
 * Reads a copy completely, migrates it to the current tables, and puts it in place of a database that is not in use.
 * From then on the database reports that it went back. If the restore is interrupted, call it again: no intermediate
 * state can pass for a complete database.
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
    // SQLite rebuilds the index of a log.
    if (end.endsWith('-shm') || !existsSync(`${source}${end}`)) continue;
    copyFileSync(`${source}${end}`, `${next}${end}`);
    // A backup kept elsewhere may have become readable by everyone.
    chmodSync(`${next}${end}`, 0o600);
  }
}

function refuseDifferent(counts: DatabaseCounts, expected: DatabaseCounts | undefined): void {
  if (expected === undefined || isDeepStrictEqual(counts, expected)) return;
  throw new StorageUnavailable(
    `The copy does not match the counts of the backup: ${JSON.stringify(counts)} instead of ${JSON.stringify(expected)}.`,
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
