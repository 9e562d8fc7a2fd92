import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Jobs accepted without a key, by their content digest; those of former releases each have a key, and are not included.
 */
export const contentClaims: Migration = {
  async up(db) {
    await sql`create index job_by_content on job (key_digest) where key_digest >= '~'`.execute(db);
  },
};
