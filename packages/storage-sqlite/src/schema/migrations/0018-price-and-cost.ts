import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Cost of a job for its account in addition to its price, and each account's unit, budget and payments. For earlier
 * jobs and accounts the cost is the price, in credits, and the payments are not known: a budget counts from here on.
 */
export const priceAndCost: Migration = {
  async up(db) {
    await sql`alter table job add column spend text`.execute(db);
    await sql`alter table account add column unit text not null default 'credits'`.execute(db);
    await sql`alter table account add column budget text`.execute(db);
    const nothing =
      '{"ever":{"since":0,"amount":0},"day":{"since":0,"amount":0},"month":{"since":0,"amount":0}}';
    await sql`alter table account add column paid text not null default ${sql.lit(nothing)}`.execute(
      db,
    );
    await sql`create trigger job_final_spend_is_final before update on job
      when (old.state = 'completed' or old.state = 'failed') and new.spend is not old.spend
      begin select raise(abort, 'a job that has ended does not change'); end`.execute(db);
  },
};
