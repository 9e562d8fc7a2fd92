import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A row of the trail is an event with the money it moved. Earlier rows stay separate, and are combined when read. */
export const trailSteps: Migration = {
  async up(db) {
    await sql`alter table trail add column money text`.execute(db);

    await sql`drop trigger trail_is_append_only`.execute(db);
    await sql`create trigger trail_is_append_only before update on trail
      when old.detail is null or new.detail is null or length(new.detail) > length(old.detail) or
        new.entry is not old.entry or new.job is not old.job or new.previous is not old.previous or
        new.at is not old.at or new.what is not old.what or new.money is not old.money or
        new.ledger is not old.ledger or new.move is not old.move or new.amount is not old.amount or
        new.account_id is not old.account_id
      begin select raise(abort, 'the trail is only appended to'); end`.execute(db);

    // A reservation closes once (I4), whichever release wrote the row. Quotes in an account's id are escaped, so none
    // can match this.
    await sql`drop index trail_quota_closing`.execute(db);
    await sql`create unique index trail_quota_closing on trail (job)
      where (ledger = 'quota' and (move = 'settle' or move = 'refund')) or
        instr(money, '["quota","settle",') > 0 or instr(money, '["quota","refund",') > 0`.execute(
      db,
    );
  },
};
