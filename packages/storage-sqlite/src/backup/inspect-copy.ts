import { StorageUnavailable } from '@filmgate/core';
import type Database from 'better-sqlite3';

/** Counts of a database's contents, for people and for comparison. */
export interface DatabaseCounts {
  readonly jobs: number;
  /** Jobs that had not been sent when the copy was made. */
  readonly unsentJobs: number;
  readonly accounts: number;
  readonly apiUsers: number;
  readonly auditEntries: number;
}

/** Position of a database in its history. */
export interface PastNumbers {
  readonly historyId: string | null;
  readonly commits: number;
}

/**
 * Reads a whole database and counts its contents.
 *
 * @throws StorageUnavailable when any part of it is damaged
 */
export function inspectCopy(connection: Database.Database): DatabaseCounts {
  const problems = [
    ...connection.prepare<[], string>('pragma integrity_check').pluck().all(),
    ...connection.prepare<[], string>('pragma foreign_key_check').pluck().all(),
  ].filter((line) => line !== 'ok');
  if (problems.length > 0)
    throw new StorageUnavailable(`The copy is damaged: ${problems.slice(0, 3).join('; ')}.`, {
      applied: 'no',
    });
  const count = (from: string): number =>
    connection.prepare<[], number>(`select count(*) from ${from}`).pluck().get() ?? 0;
  return {
    jobs: count('job'),
    unsentJobs: count(`job where state in ('queued', 'awaiting_configuration', 'prepared')`),
    accounts: count('account'),
    apiUsers: count('api_user'),
    auditEntries: count('audit_entry'),
  };
}

/**
 * Reads a database's position in its history.
 *
 * @throws StorageUnavailable when an earlier release wrote the database and recorded no position
 */
export function readNumbers(connection: Database.Database, file: string): PastNumbers {
  const knows = connection
    .prepare<[], number>(`select count(*) from pragma_table_info('store') where name = 'commits'`)
    .pluck()
    .get();
  const row = knows === 1 ? readPast(connection) : undefined;
  if (row !== undefined) return row;
  throw new StorageUnavailable(
    `${file} is not a database of this release. Start this release on the database once, then run the command again.`,
    { applied: 'no' },
  );
}

function readPast(connection: Database.Database): PastNumbers | undefined {
  return connection
    .prepare<[], PastNumbers>('select history_id as historyId, commits from store')
    .get();
}
