import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** State of a finished video's download, and the provider's claims against the result; not known for earlier jobs. */
export const resultFetch: Migration = {
  async up(db) {
    await sql`alter table job add column result_fetch text`.execute(db);
    await sql`alter table job add column doubt text`.execute(db);
  },
};
