import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Jobs claimed without a key, by what stands for their content; those of former releases have a key each, and are not among them. */
export const contentClaims: Migration = {
  async up(db) {
    await sql`create index job_by_content on job (key_digest) where key_digest >= '~'`.execute(db);
  },
};
