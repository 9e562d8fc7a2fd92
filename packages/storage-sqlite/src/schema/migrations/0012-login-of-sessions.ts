import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The login a session was opened with, as the instant since which that login was valid, ms since 1970. Null in sessions
 * opened before.
 */
export const loginOfSessions: Migration = {
  async up(db) {
    await sql`alter table admin_session add column login_since integer`.execute(db);
  },
};
