import { hash } from 'node:crypto';
import { handleClaim } from '@filmgate/core';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * One handle of a provider belongs to one dispatch record, and a refusal is stored with its dispatch record like a
 * receipt. Of handles that were recorded twice before, the first keeps the claim; their jobs continue unchanged.
 */
export const upstreamResponses: Migration = {
  async up(db) {
    await sql`drop trigger dispatch_is_written_once`.execute(db);
    await sql`alter table dispatch add column account_id text`.execute(db);
    await sql`alter table dispatch add column handle_claim text`.execute(db);
    await sql`alter table dispatch add column refusal text
      check (refusal is null or handle is null)`.execute(db);
    await sql`create unique index dispatch_handle_claim on dispatch (handle_claim)
      where handle_claim is not null`.execute(db);
    await claimHandles(db);
    await sql`create trigger dispatch_is_written_once before update on dispatch
      when old.handle is not null or old.refusal is not null or old.job <> new.job or
        old.refusals <> new.refusals or old.correlation_id <> new.correlation_id or
        old.request_digest <> new.request_digest or old.recorded_at <> new.recorded_at or
        old.send_deadline_at <> new.send_deadline_at
      begin select raise(abort, 'a mark is written once, and so is its answer'); end`.execute(db);
  },
};

const rowsAtOnce = 1_000;

interface Received {
  readonly job: number;
  readonly refusals: number;
  readonly handle: string;
  readonly account_id: string;
  readonly endpoint: string;
}

/** A handle whose account is gone no longer names an endpoint, and stays without a claim. */
async function claimHandles(db: Kysely<unknown>): Promise<void> {
  let last: Pick<Received, 'job' | 'refusals'> = { job: 0, refusals: -1 };
  for (;;) {
    const { rows } = await sql<Received>`
      select dispatch.job, dispatch.refusals, dispatch.handle, job.account_id, account.endpoint
      from dispatch join job on job.position = dispatch.job join account on account.id = job.account_id
      where dispatch.handle is not null and (dispatch.job, dispatch.refusals) > (${last.job}, ${last.refusals})
      order by dispatch.job, dispatch.refusals limit ${rowsAtOnce}`.execute(db);
    for (const row of rows) await claim(db, row);
    const end = rows.at(-1);
    if (end === undefined || rows.length < rowsAtOnce) return;
    last = end;
  }
}

async function claim(db: Kysely<unknown>, row: Received): Promise<void> {
  const { job, refusals, handle, endpoint } = row;
  const sha256 = (text: string) => hash('sha256', text, 'base64url');
  const claimed = handleClaim({ endpoint, handle }, sha256);
  await sql`update or ignore dispatch set account_id = ${row.account_id}, handle_claim = ${claimed}
    where job = ${job} and refusals = ${refusals}`.execute(db);
}
