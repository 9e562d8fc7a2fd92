import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Limits learned from refusals of each account; none for earlier ones. */
export const accountLearned: Migration = {
  async up(db) {
    await sql`alter table account add column learned text not null default '[]'`.execute(db);
  },
};
