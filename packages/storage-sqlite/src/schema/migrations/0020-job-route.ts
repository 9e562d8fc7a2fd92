import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The route by which a job is made and the size of its video there; not known for earlier jobs. */
export const jobRoute: Migration = {
  async up(db) {
    await sql`alter table job add column route text`.execute(db);
    await sql`alter table job add column expected_size text`.execute(db);
  },
};
