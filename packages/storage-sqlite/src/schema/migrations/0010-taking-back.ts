import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Revoked links, erased users, and final jobs that lose content; their end, cost and target stay unchangeable. */
export const takingBack: Migration = {
  async up(db) {
    await sql`alter table owner add column link_epoch integer not null default 0`.execute(db);
    await sql`alter table api_user add column erasure text`.execute(db);
    // 1 while the file may hold copies of erased data.
    await sql`alter table store add column vacuum_after_erase integer not null default 0`.execute(
      db,
    );
    await sql`alter table search_era add column erased integer not null default 0`.execute(db);
    await db.schema.createIndex('asset_owner').on('asset').column('owner').execute();

    await sql`drop trigger job_final_states_are_final`.execute(db);
    await sql`create trigger job_final_states_are_final before update on job
      when (old.state = 'completed' or old.state = 'failed') and (
        new.position is not old.position or new.id is not old.id or new.owner is not old.owner or
        new.origin is not old.origin or new.model is not old.model or new.cost is not old.cost or
        new.key_digest is not old.key_digest or new.fingerprint is not old.fingerprint or
        new.state is not old.state or new.version < old.version or new.version > old.version + 1 or
        new.account_id is not old.account_id or new.holds_slot is not old.holds_slot or
        new.quota is not old.quota or new.credit is not old.credit or new.handle is not old.handle or
        new.correlation_id is not old.correlation_id or new.created_at is not old.created_at or
        new.updated_at is not old.updated_at or new.submitted_at is not old.submitted_at or
        new.completed_at is not old.completed_at or new.due_at is not old.due_at)
      begin select raise(abort, 'a job that has ended does not change'); end`.execute(db);

    await sql`drop trigger trail_is_append_only`.execute(db);
    // A line may lose words of its story, and nothing else.
    await sql`create trigger trail_is_append_only before update on trail
      when old.detail is null or new.detail is null or length(new.detail) > length(old.detail) or
        new.entry is not old.entry or new.job is not old.job or new.previous is not old.previous or
        new.at is not old.at or new.what is not old.what or new.ledger is not old.ledger or
        new.move is not old.move or new.amount is not old.amount or new.account_id is not old.account_id
      begin select raise(abort, 'the trail is only appended to'); end`.execute(db);
  },
};
