import { existsSync } from 'node:fs';
import { type Job, StorageUnavailable, UnreadablePart } from '@filmgate/core';
import Database from 'better-sqlite3';
import { requireNodeApi } from '../database/open-connection.ts';
import { SqliteDatabase } from '../database/sqlite-database.ts';
import { storageFault } from '../faults/storage-fault.ts';
import { decodeJob } from '../jobs/decode-job.ts';
import { LongTexts } from '../jobs/long-texts.ts';
import type { JobRow } from '../schema/tables.ts';
import { readNumbers } from './inspect-copy.ts';

const rowsPerRead = 200;

/** Record of a job; null where this release cannot read it. */
export interface ReadJob {
  readonly id: string;
  readonly job: Job | null;
}

/**
 * Every job of a database that may be in use, in the order of acceptance. Changes nothing, and asks for no
 * acknowledgement of a copy. Owners are not named.
 *
 * @throws StorageUnavailable with a sentence for the operator
 */
export async function* readSqliteJobs(file: string): AsyncGenerator<ReadJob> {
  requireNodeApi(process.versions['napi']);
  if (!existsSync(file))
    throw new StorageUnavailable(`There is no database ${file}.`, { applied: 'no' });
  const connection = new Database(file, { readonly: true, fileMustExist: true });
  try {
    readNumbers(connection, file);
    const database = new SqliteDatabase(connection);
    const context = { longTexts: new LongTexts(database), ownerName: () => 'user' };
    const page = database.prepare<JobRow>(
      database.kysely
        .selectFrom('job')
        .selectAll()
        .where('position', '>', 0)
        .orderBy('position')
        .limit(0),
    );
    for (let last = 0, rows = page.all(last, rowsPerRead); rows.length > 0; ) {
      for (const row of rows) {
        yield { id: row.id, job: readable(row, context) };
        last = row.position;
      }
      rows = page.all(last, rowsPerRead);
    }
  } catch (error) {
    throw storageFault(error);
  } finally {
    connection.close();
  }
}

function readable(row: JobRow, context: Parameters<typeof decodeJob>[1]): Job | null {
  try {
    return decodeJob(row, context);
  } catch (error) {
    if (error instanceof UnreadablePart) return null;
    throw error;
  }
}
