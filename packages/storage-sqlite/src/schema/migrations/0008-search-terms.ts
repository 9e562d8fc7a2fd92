import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The search index in fewer and larger eras, whose tables are job_terms_<era>, and with terms that distinguish phrases.
 * The earlier index is removed at once; the new one is built in the background, and jobs it does not contain yet are
 * scanned one by one.
 */
export const searchTerms: Migration = {
  async up(db) {
    const earlier = await sql<{ readonly era: number }>`select era from search_era`.execute(db);
    for (const { era } of earlier.rows) {
      await db.schema.dropTable(`job_search_${era}`).execute();
    }
    await sql`delete from search_era`.execute(db);

    // The index has the listed jobs from this position on.
    await sql`alter table store add column searched_from integer not null default 0`.execute(db);
    await sql`update store set searched_from =
      coalesce((select max(position) + 1 from finished_order), 0)`.execute(db);
  },
};
