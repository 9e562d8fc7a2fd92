import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Jobs accepted without a key, by content digest; jobs of former releases have a key each, and are not included. */
export const contentClaims: Migration = {
  async up(db) {
    await sql`create index job_by_content on job (key_digest) where key_digest >= '~'`.execute(db);
  },
};
