import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The search index as one table of trigrams, filled in the background; jobs not in it yet are scanned one by one. */
export const trigramSearch: Migration = {
  async up(db) {
    const earlier = await sql<{ readonly era: number }>`select era from search_era`.execute(db);
    for (const { era } of earlier.rows) {
      await db.schema.dropTable(`job_terms_${era}`).execute();
    }
    await db.schema.dropTable('search_era').execute();
    // Rows are positions. Each column except the prompt holds a term of exactly three code points, hence one trigram,
    // so that any mix of filters and words is an intersection. The prompt is in lower case already.
    await sql`create virtual table job_search using fts5(
      prompt, owner, origin, state, model, account,
      content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
    )`.execute(db);
    // By default FTS5 sometimes merges so much at once that callers would notice; the store merges in small steps.
    await sql`insert into job_search (job_search, rank) values ('automerge', 0)`.execute(db);
    await sql`insert into job_search (job_search, rank) values ('crisismerge', 1000)`.execute(db);
    await sql`insert into job_search (job_search, rank) values ('deletemerge', 50)`.execute(db);
    await sql`update store set searched_from =
      coalesce((select max(position) + 1 from finished_order), 0)`.execute(db);
  },
};
