import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** By which route a job is made and how large its video is there; of jobs from before it is not known. */
export const jobRoute: Migration = {
  async up(db) {
    await sql`alter table job add column route text`.execute(db);
    await sql`alter table job add column expected_size text`.execute(db);
  },
};
