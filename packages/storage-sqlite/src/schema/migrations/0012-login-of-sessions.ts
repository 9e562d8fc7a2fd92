import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Instant since which the login of a session was valid, ms since 1970; null in sessions opened before. */
export const loginOfSessions: Migration = {
  async up(db) {
    await sql`alter table admin_session add column login_since integer`.execute(db);
  },
};
