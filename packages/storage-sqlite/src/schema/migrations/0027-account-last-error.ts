import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Words of the provider when an account last failed; unknown for earlier failures. */
export const accountLastError: Migration = {
  async up(db) {
    await sql`alter table account add column last_error text`.execute(db);
  },
};
