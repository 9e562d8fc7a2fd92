import {
  type Job,
  type KeyClaim,
  type StoredDispatch,
  StorageUnavailable,
  type StoreRecord,
  type TrailStepRecord,
} from '@filmgate/core';
import { type DecodeContext, decodeJob } from '../jobs/decode-job.ts';
import { LongTexts } from '../jobs/long-texts.ts';
import type { DispatchRow, JobRow } from '../schema/tables.ts';
import type { StoreState } from '../store/store-state.ts';

/** Rows held at once while everything is read. */
const rowsPerRead = 200;

/** Every job with its history, in the order of acceptance. */
export function* exportJobs(state: StoreState, after: number): Iterable<StoreRecord> {
  const { database, owners } = state;
  const context = {
    longTexts: new LongTexts(database),
    ownerName: (number: number) => owners.numbered(number).name,
  };
  const page = database.prepare<JobRow>(
    database.kysely
      .selectFrom('job')
      .selectAll()
      .where('position', '>', 0)
      .orderBy('position')
      .limit(0),
  );
  let last = after;
  for (;;) {
    const rows = page.all(last, rowsPerRead);
    for (const row of rows) {
      const job = readable(row, context);
      // After the job's acceptance, which the job itself represents.
      const [, ...trail] = state.trail.read(job, row);
      yield {
        kind: 'job',
        order: row.position,
        job,
        acceptedAt: row.accepted_at,
        claim: claimOf(row),
        trail: trail.map((step): TrailStepRecord => ({ kind: 'step', ...step })),
        dispatches: state.dispatches.rows(row.position).map(toStoredDispatch),
      };
      last = row.position;
    }
    if (rows.length < rowsPerRead) return;
  }
}

/** @throws StorageUnavailable for an unreadable job, which a move would leave behind with its key and its credits */
function readable(row: JobRow, context: DecodeContext): Job {
  try {
    return decodeJob(row, context);
  } catch (error) {
    throw new StorageUnavailable(
      `Job ${row.id} in the database cannot be read by this release and would be lost. Move the store with the release that wrote the job.`,
      { applied: 'no', cause: error },
    );
  }
}

/** The idempotency key a job was accepted under. */
export function claimOf({ key_digest: digest, fingerprint }: JobRow): KeyClaim | null {
  return digest === null || fingerprint === null ? null : { digest, fingerprint };
}

function toStoredDispatch(row: DispatchRow): StoredDispatch {
  return {
    refusals: row.refusals,
    correlationId: row.correlation_id,
    requestDigest: row.request_digest,
    recordedAt: row.recorded_at,
    sendDeadlineAt: row.send_deadline_at,
    handle: row.handle,
    accountId: row.account_id,
    handleClaim: row.handle_claim,
    refusal: row.refusal,
  };
}
