import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { oneOf } from './one-of.ts';

/** The history of each job, its money included, and the dispatch records written before anything was sent. */
export const trailAndDispatches: Migration = {
  async up(db) {
    // Append-only. A job's lines are chained from job.last_entry by `previous`, which needs no index.
    await db.schema
      .createTable('trail')
      .addColumn('entry', 'integer', (column) => column.primaryKey())
      .addColumn('job', 'integer', (column) => column.notNull())
      .addColumn('previous', 'integer')
      .addColumn('at', 'integer', (column) => column.notNull())
      .addColumn('what', 'text', (column) => column.notNull())
      .addColumn('detail', 'text')
      .addColumn('ledger', 'text')
      .addColumn('move', 'text')
      .addColumn('amount', 'integer')
      .addColumn('account_id', 'text')
      .addCheckConstraint('trail_chain', sql`previous is null or previous < entry`)
      .addCheckConstraint(
        'trail_money',
        sql`(ledger is null and move is null and amount is null and account_id is null and detail is not null) or
          (ledger = 'quota' and what = 'money' and account_id is null and amount >= 0 and
            (${oneOf('move', ['hold', 'settle', 'refund'])})) or
          (ledger = 'credit' and what = 'money' and account_id is not null and amount >= 0 and
            (${oneOf('move', ['reserve', 'hold', 'settle', 'refund', 'return'])}))`,
      )
      .modifyEnd(sql`strict`)
      .execute();
    await sql`create trigger trail_is_append_only before update on trail
      begin select raise(abort, 'the trail is only appended to'); end`.execute(db);
    // A reservation closes once (I4).
    await sql`create unique index trail_quota_closing on trail (job)
      where ledger = 'quota' and (move = 'settle' or move = 'refund')`.execute(db);

    // The write-once dispatch record (I1): one for each try of a job. A try is identified by the number of refusals
    // before it.
    await db.schema
      .createTable('dispatch')
      .addColumn('job', 'integer', (column) =>
        column.notNull().references('job.position').onDelete('cascade'),
      )
      .addColumn('refusals', 'integer', (column) => column.notNull())
      .addColumn('correlation_id', 'text', (column) => column.notNull().unique())
      .addColumn('request_digest', 'text', (column) => column.notNull())
      .addColumn('recorded_at', 'integer', (column) => column.notNull())
      .addColumn('send_deadline_at', 'integer', (column) => column.notNull())
      .addColumn('handle', 'text')
      .addColumn('received_at', 'integer')
      .addPrimaryKeyConstraint('dispatch_key', ['job', 'refusals'])
      .addCheckConstraint('dispatch_refusals', sql`refusals >= 0`)
      .addCheckConstraint('dispatch_receipt', sql`(handle is null) = (received_at is null)`)
      .modifyEnd(sql`strict, without rowid`)
      .execute();
    await sql`create trigger dispatch_is_written_once before update on dispatch
      when old.handle is not null or old.job <> new.job or old.refusals <> new.refusals or
        old.correlation_id <> new.correlation_id or old.request_digest <> new.request_digest or
        old.recorded_at <> new.recorded_at or old.send_deadline_at <> new.send_deadline_at
      begin select raise(abort, 'a mark is written once'); end`.execute(db);
  },
};
