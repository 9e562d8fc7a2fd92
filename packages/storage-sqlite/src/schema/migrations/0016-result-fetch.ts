import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How the finished video of a job comes home, and what its provider says against it; of jobs from before it is not known. */
export const resultFetch: Migration = {
  async up(db) {
    await sql`alter table job add column result_fetch text`.execute(db);
    await sql`alter table job add column doubt text`.execute(db);
  },
};
