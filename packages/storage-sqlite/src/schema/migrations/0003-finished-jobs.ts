import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lists of ended jobs; filled in batches after the jobs ended, so that no job is slowed by it. */
export const finishedJobs: Migration = {
  async up(db) {
    // An owner's finished jobs; a shelf is one origin and one final state.
    await db.schema
      .createTable('finished_job')
      .addColumn('owner', 'integer', (column) => column.notNull())
      .addColumn('shelf', 'integer', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('finished_job_key', ['owner', 'shelf', 'position'])
      .modifyEnd(sql`strict, without rowid`)
      .execute();

    // For removal by age.
    await db.schema
      .createTable('finished_order')
      .addColumn('finished_at', 'integer', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('finished_order_key', ['finished_at', 'position'])
      .modifyEnd(sql`strict, without rowid`)
      .execute();

    // Rows are positions. All columns except the prompt hold a word of exactly three code points, hence one trigram
    // each, so that any mix of filters is an intersection of posting lists. The prompt is in lower case already.
    await sql`create virtual table job_search using fts5(
      owner, state, model, account, prompt,
      content = '', contentless_delete = 1, detail = 'none', tokenize = 'trigram case_sensitive 1'
    )`.execute(db);
    // The store itself merges in small steps; this is the fallback.
    await sql`insert into job_search (job_search, rank) values ('automerge', 0)`.execute(db);
    await sql`insert into job_search (job_search, rank) values ('crisismerge', 64)`.execute(db);
  },
};
