import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { oneOf } from './one-of.ts';

const states = [
  'queued',
  'prepared',
  'dispatching',
  'submitted',
  'polling',
  'storing',
  'completed',
  'failed',
  'outcome_unknown',
  'awaiting_configuration',
];

/** Jobs, their owners, and the data to find jobs again after a restart. */
export const ownersAndJobs: Migration = {
  async up(db) {
    // A single row: state of the store itself.
    await db.schema
      .createTable('store')
      .addColumn('only', 'integer', (column) => column.primaryKey())
      // Number of openings; part of every lease epoch, so that none is used twice.
      .addColumn('incarnation', 'integer', (column) => column.notNull())
      .addColumn('completed', 'integer', (column) => column.notNull())
      .addColumn('failed', 'integer', (column) => column.notNull())
      // Keys of jobs up to this position are in idempotency_key.
      .addColumn('keys_indexed_to', 'integer', (column) => column.notNull())
      .addCheckConstraint('store_is_one_row', sql`only = 1`)
      .addCheckConstraint('store_counts', sql`completed >= 0 and failed >= 0`)
      .modifyEnd(sql`strict`)
      .execute();
    await sql`insert into store values (1, 0, 0, 0, 0)`.execute(db);

    // Owners, which pay. The sums equal those over the owner's jobs, removed ones included.
    await db.schema
      .createTable('owner')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .addColumn('used', 'integer', (column) => column.notNull())
      .addColumn('reserved', 'integer', (column) => column.notNull())
      .addColumn('held', 'integer', (column) => column.notNull())
      .addColumn('credit_limit', 'integer')
      // The limit, or the amount already taken when the limit was lowered below it.
      .addColumn('ceiling', 'integer')
      .addCheckConstraint('owner_sums', sql`used >= 0 and reserved >= 0 and held >= 0`)
      .addCheckConstraint(
        'owner_within_limit',
        sql`ceiling is null or used + reserved + held <= ceiling`,
      )
      .addCheckConstraint('owner_limit', sql`credit_limit is null or credit_limit >= 0`)
      .modifyEnd(sql`strict`)
      .execute();

    await db.schema
      .createTable('job')
      // Order of acceptance, which lists follow.
      .addColumn('position', 'integer', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('owner', 'integer', (column) => column.notNull().references('owner.number'))
      .addColumn('origin', 'text', (column) => column.notNull())
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('family', 'text', (column) => column.notNull())
      // Empty text here and in the JSON columns: the text is in long_text, so that updates do not copy it.
      .addColumn('prompt', 'text', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('warnings', 'text', (column) => column.notNull())
      .addColumn('cost', 'integer', (column) => column.notNull())
      .addColumn('key_digest', 'text')
      .addColumn('fingerprint', 'text')
      .addColumn('accepted_at', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'integer', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('progress', 'real', (column) => column.notNull().defaultTo(0))
      .addColumn('refusals', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('refused_by', 'text', (column) => column.notNull().defaultTo('[]'))
      .addColumn('account_id', 'text')
      .addColumn('holds_slot', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('quota', 'text', (column) => column.notNull())
      .addColumn('credit', 'text', (column) => column.notNull().defaultTo('none'))
      .addColumn('submission', 'text')
      .addColumn('correlation_id', 'text')
      .addColumn('send_deadline_at', 'integer')
      .addColumn('handle', 'text')
      .addColumn('output', 'text')
      .addColumn('read_failures', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('result', 'text')
      .addColumn('failure', 'text')
      .addColumn('updated_at', 'integer', (column) => column.notNull())
      .addColumn('submitted_at', 'integer')
      .addColumn('completed_at', 'integer')
      .addColumn('unknown_since', 'integer')
      .addColumn('deadline_at', 'integer')
      .addColumn('due_at', 'integer')
      .addColumn('result_expires_at', 'integer')
      // The newest line of the job's trail; null while there are only those of its acceptance, which are not stored.
      .addColumn('last_entry', 'integer')
      .addCheckConstraint('job_origin', oneOf('origin', ['tasks', 'native', 'local', 'workbench']))
      .addCheckConstraint('job_state', oneOf('state', states))
      .addCheckConstraint('job_quota', oneOf('quota', ['reserved', 'held', 'settled', 'released']))
      .addCheckConstraint(
        'job_credit',
        oneOf('credit', ['none', 'reserved', 'held', 'settled', 'released', 'returned']),
      )
      .addCheckConstraint('job_cost', sql`cost >= 0`)
      .addCheckConstraint('job_version', sql`version >= 1`)
      .addCheckConstraint('job_progress', sql`progress >= 0 and progress <= 100`)
      .addCheckConstraint('job_counts', sql`refusals >= 0 and read_failures >= 0`)
      .addCheckConstraint('job_slot', sql`holds_slot = 0 or holds_slot = 1`)
      .addCheckConstraint('job_key', sql`(key_digest is null) = (fingerprint is null)`)
      // Ended jobs hold no credits or slots (I4).
      .addCheckConstraint(
        'job_closed',
        sql`(state <> 'completed' and state <> 'failed') or
          ((quota = 'settled' or quota = 'released') and credit <> 'reserved' and credit <> 'held' and holds_slot = 0)`,
      )
      .modifyEnd(sql`strict`)
      .execute();
    await sql`create trigger job_final_states_are_final before update on job
      when old.state = 'completed' or old.state = 'failed'
      begin select raise(abort, 'a job that has ended does not change'); end`.execute(db);
    await sql`create trigger job_open_jobs_stay before delete on job
      when old.state <> 'completed' and old.state <> 'failed'
      begin select raise(abort, 'a job that has not ended is not removed'); end`.execute(db);

    await db.schema
      .createTable('long_text')
      .addColumn('job', 'integer', (column) =>
        column.notNull().references('job.position').onDelete('cascade'),
      )
      .addColumn('field', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('long_text_key', ['job', 'field'])
      .modifyEnd(sql`strict, without rowid`)
      .execute();

    // Jobs held in memory: jobs that have not ended, and ended jobs that are not in the lists of 0003 yet.
    await db.schema
      .createTable('unlisted_job')
      .addColumn('position', 'integer', (column) =>
        column.primaryKey().references('job.position').onDelete('cascade'),
      )
      .modifyEnd(sql`strict`)
      .execute();

    // Jobs by idempotency key. Filled in sorted runs, later than the jobs: see store.keys_indexed_to.
    await db.schema
      .createTable('idempotency_key')
      .addColumn('digest', 'text', (column) => column.primaryKey())
      .addColumn('position', 'integer', (column) => column.notNull())
      .modifyEnd(sql`strict, without rowid`)
      .execute();

    // First and last creation instant of the jobs in each run of positions, so that a span of time is a span of
    // positions.
    await db.schema
      .createTable('creation_block')
      .addColumn('block', 'integer', (column) => column.primaryKey())
      .addColumn('earliest', 'integer', (column) => column.notNull())
      .addColumn('latest', 'integer', (column) => column.notNull())
      .addCheckConstraint('creation_block_order', sql`earliest <= latest`)
      .modifyEnd(sql`strict`)
      .execute();
  },
};
