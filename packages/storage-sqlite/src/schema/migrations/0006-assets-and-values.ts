import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { oneOf } from './one-of.ts';

/** Uploaded files (their bytes are elsewhere) and small named texts. */
export const assetsAndValues: Migration = {
  async up(db) {
    await db.schema
      .createTable('asset')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('content_type', 'text', (column) => column.notNull())
      .addColumn('file_name', 'text', (column) => column.notNull())
      .addColumn('size', 'integer', (column) => column.notNull())
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('created_at', 'integer', (column) => column.notNull())
      .addCheckConstraint('asset_kind', oneOf('kind', ['image', 'video', 'audio']))
      .addCheckConstraint('asset_size', sql`size >= 0`)
      .modifyEnd(sql`strict`)
      .execute();
    await db.schema.createIndex('asset_sha256').on('asset').column('sha256').execute();
    await db.schema.createIndex('asset_created_at').on('asset').column('created_at').execute();

    await db.schema
      .createTable('named_value')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .modifyEnd(sql`strict, without rowid`)
      .execute();
  },
};
