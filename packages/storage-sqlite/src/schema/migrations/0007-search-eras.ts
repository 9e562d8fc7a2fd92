import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The search index in pieces, so that neither a search nor the removal of old jobs takes longer the more jobs there
 * are. Finished jobs are marked as not listed: they are entered again in the background, and found in memory until
 * then.
 */
export const searchEras: Migration = {
  async up(db) {
    await db.schema.dropTable('job_search').execute();
    // The full-text index is one virtual table per era of positions, job_search_<era>; these are the existing ones.
    await db.schema
      .createTable('search_era')
      .addColumn('era', 'integer', (column) => column.primaryKey())
      // 1 once the index of a past era is one piece.
      .addColumn('compacted', 'integer', (column) => column.notNull().defaultTo(0))
      .addCheckConstraint('search_era_compacted', sql`compacted = 0 or compacted = 1`)
      .modifyEnd(sql`strict`)
      .execute();

    await sql`insert into unlisted_job select position from finished_order`.execute(db);
    await sql`delete from finished_order`.execute(db);
    await sql`delete from finished_job`.execute(db);
  },
};
