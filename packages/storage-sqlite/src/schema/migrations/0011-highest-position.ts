import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Positions are never given twice, not even after the newest jobs were removed: the indexes are kept by position, and a
 * job at a position that `keys_indexed_to` covers would have its key in no index.
 */
export const highestPosition: Migration = {
  async up(db) {
    // The highest position of a removed job; existing jobs may have higher ones.
    await sql`alter table store add column removed_to integer not null default 0`.execute(db);
    await sql`update store set removed_to = keys_indexed_to`.execute(db);
    await sql`create trigger job_positions_are_not_reused after delete on job
      when old.position > (select removed_to from store)
      begin update store set removed_to = old.position; end`.execute(db);
    // Keys that fell out of the index because a position was given again.
    await sql`insert into idempotency_key (digest, position)
      select key_digest, min(position) from job
      where key_digest is not null and position <= (select keys_indexed_to from store)
        and not exists (select 1 from idempotency_key where digest = key_digest)
      group by key_digest`.execute(db);
  },
};
