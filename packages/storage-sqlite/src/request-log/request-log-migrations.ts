import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import type { RequestLogTables } from './request-log-tables.ts';

/**
 * Each index ends with the position, as every index of SQLite does, so a page of one filter's rows is read in order,
 * whatever the size of the log.
 */
const calls: Migration = {
  async up(db) {
    await db.schema
      .createTable('call')
      .addColumn('position', 'integer', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('request_id', 'text', (column) => column.notNull())
      .addColumn('caller', 'text')
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('model', 'text')
      .addColumn('status', 'integer')
      .addColumn('error_code', 'text')
      .addColumn('duration_ms', 'integer')
      .addColumn('job_id', 'text')
      .addColumn('disconnected', 'integer', (column) => column.notNull())
      .addColumn('is_open', 'integer', (column) => column.notNull())
      .addColumn('prompt_digest', 'text')
      // Last: SQLite reads a row only as far as needed, and this is the long column.
      .addColumn('prompt', 'text')
      .modifyEnd(sql`strict`)
      .execute();
    await indexRequests(db);
  },
};

async function indexRequests(db: Kysely<unknown>): Promise<void> {
  for (const column of ['caller', 'path', 'model', 'job_id']) {
    await db.schema
      .createIndex(`call_by_${column}`)
      .on('call')
      .column(column)
      .where(sql<boolean>`${sql.ref(column)} is not null`)
      .execute();
  }
  // Successful requests are everywhere in the log, and need no index.
  await db.schema
    .createIndex('call_by_bad_status')
    .on('call')
    .column('status')
    .where(sql<boolean>`status >= 400`)
    .execute();
  await db.schema
    .createIndex('call_open')
    .on('call')
    .column('is_open')
    .where(sql<boolean>`is_open = 1`)
    .execute();
}

/**
 * A search for a path scans the log as for any text. The index of paths was the most expensive of all, a quarter of the
 * cost of writing a row, as paths are long, and those of polls each name another job.
 */
const noPathIndex: Migration = {
  async up(db) {
    await db.schema.dropIndex('call_by_path').execute();
  },
};

/** A table without row ids is stored in the order of its key, which is the order it is read and emptied in. */
const operationSamples: Migration = {
  async up(db) {
    await db.schema
      .createTable('operation_sample')
      .addColumn('at', 'integer', (column) => column.notNull())
      .addColumn('node', 'text', (column) => column.notNull())
      .addColumn('sample', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('operation_sample_key', ['at', 'node'])
      .modifyEnd(sql`strict, without rowid`)
      .execute();
  },
};

/** Polls of one task, and refused calls, share a row; every earlier row is of one call. */
const sharedRows: Migration = {
  async up(db) {
    await db.schema
      .alterTable('call')
      .addColumn('calls', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema.alterTable('call').addColumn('last_at', 'integer').execute();
  },
};

/** Every step from an empty file to the current schema, by name; a published step never changes. */
export const requestLogMigrations: { readonly [name: string]: Migration } = {
  '0001-calls': calls,
  '0002-no-path-index': noPathIndex,
  '0003-operation-samples': operationSamples,
  '0004-shared-rows': sharedRows,
};

const provider: MigrationProvider = { getMigrations: async () => ({ ...requestLogMigrations }) };

/**
 * Migrates the schema of the request log, all steps in one transaction. `target` names the last step to run; absent =
 * all steps.
 *
 * @throws the error of the step that failed, or of a file written by a newer release
 */
export async function migrateRequestLog(
  database: Kysely<RequestLogTables>,
  target?: string,
): Promise<void> {
  const migrator = new Migrator({ db: database, provider });
  const { error } =
    target === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(target);
  if (error === undefined) return;
  throw error instanceof Error
    ? error
    : new Error('The request log cannot be read.', { cause: error });
}
