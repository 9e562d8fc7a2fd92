import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What refusals taught about each account; about those from before nothing is known. */
export const accountLearned: Migration = {
  async up(db) {
    await sql`alter table account add column learned text not null default '[]'`.execute(db);
  },
};
