import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Values compared with the baseline of the store's history. `history_id` names its history, null until one was begun;
 * `commits` counts the transactions that changed something; `gone_back` is JSON in a file that is known to be a copy,
 * until an operator acknowledges that.
 */
export const storePast: Migration = {
  async up(db) {
    await sql`alter table store add column history_id text`.execute(db);
    await sql`alter table store add column commits integer not null default 0`.execute(db);
    await sql`alter table store add column gone_back text`.execute(db);
  },
};
