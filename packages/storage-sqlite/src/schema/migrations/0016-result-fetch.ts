import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How the finished video of a job comes home; of jobs from before it is not known. */
export const resultFetch: Migration = {
  async up(db) {
    await sql`alter table job add column result_fetch text`.execute(db);
  },
};
