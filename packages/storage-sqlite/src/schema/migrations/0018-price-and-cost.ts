import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What a job costs its account beside its price, and what each account counts in, may pay and paid. Of jobs and accounts from
 * before, the cost is the price, in credits, and what was paid is not known: a budget counts from here on.
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
