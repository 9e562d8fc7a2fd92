import type { DispatchRecord } from '@filmgate/core';
import {
  PreparedInsert,
  type PreparedQuery,
  type SqliteDatabase,
} from '../database/sqlite-database.ts';
import type { DispatchRow } from '../schema/tables.ts';

/** A dispatch record to be written. */
export type NewDispatch = Pick<
  DispatchRow,
  'job' | 'refusals' | 'correlation_id' | 'request_digest' | 'recorded_at' | 'send_deadline_at'
>;

/** A dispatch record looked up by its correlation id, with the response recorded under it. */
export type FoundDispatch = Pick<DispatchRow, 'job' | 'handle' | 'handle_claim' | 'refusal'>;

/** One try of one job. */
export interface Try {
  readonly position: number;
  /** Number of submissions refused before this try. */
  readonly refusals: number;
}

/** The write-once dispatch records, one for each try of a job, and the receipts on them. */
export class Dispatches {
  readonly #insert: PreparedInsert<NewDispatch>;
  readonly #ofTry: PreparedQuery<{ readonly job: number }>;
  readonly #ofCorrelation: PreparedQuery<FoundDispatch>;
  readonly #ofClaim: PreparedQuery<{ readonly job: number }>;
  readonly #ofJob: PreparedQuery<DispatchRow>;
  readonly #receive: PreparedQuery<unknown>;
  readonly #refuse: PreparedQuery<unknown>;

  constructor(database: SqliteDatabase) {
    const { kysely, connection } = database;
    const dispatches = kysely.selectFrom('dispatch');
    this.#insert = new PreparedInsert(connection, (row) =>
      kysely.insertInto('dispatch').values(row),
    );
    this.#ofTry = database.prepare(
      dispatches.select('job').where('job', '=', 0).where('refusals', '=', 0),
    );
    this.#ofCorrelation = database.prepare(
      dispatches
        .select(['job', 'handle', 'handle_claim', 'refusal'])
        .where('correlation_id', '=', ''),
    );
    this.#ofClaim = database.prepare(dispatches.select('job').where('handle_claim', '=', ''));
    this.#ofJob = database.prepare(dispatches.selectAll().where('job', '=', 0).orderBy('refusals'));
    this.#receive = database.prepare(
      kysely
        .updateTable('dispatch')
        .set({ handle: '', received_at: 0, account_id: '', handle_claim: '' })
        .where('correlation_id', '=', ''),
    );
    this.#refuse = database.prepare(
      kysely.updateTable('dispatch').set({ refusal: '' }).where('correlation_id', '=', ''),
    );
  }

  isTryRecorded({ position, refusals }: Try): boolean {
    return this.#ofTry.get(position, refusals) !== undefined;
  }

  isCorrelationUsed(correlationId: string): boolean {
    return this.#ofCorrelation.get(correlationId) !== undefined;
  }

  /** @throws Error when the try already has a dispatch record, or the correlation id is already used */
  add(dispatch: NewDispatch): void {
    this.#insert.run(dispatch);
  }

  /** Returns the job of the correlation id and the response recorded under it. */
  find(correlationId: string): FoundDispatch | undefined {
    return this.#ofCorrelation.get(correlationId);
  }

  /** Position of the job whose dispatch record claims a handle. */
  holderOf(handleClaim: string): number | undefined {
    return this.#ofClaim.get(handleClaim)?.job;
  }

  receive(receipt: {
    readonly correlationId: string;
    readonly handle: string;
    readonly accountId: string | null;
    readonly handleClaim: string;
    readonly now: number;
  }): void {
    const { correlationId, handle, accountId, handleClaim, now } = receipt;
    this.#receive.run(handle, now, accountId, handleClaim, correlationId);
  }

  refuse(correlationId: string, refusal: string): void {
    this.#refuse.run(refusal, correlationId);
  }

  /** Dispatch records of a job's tries, oldest first. */
  of(jobId: string, position: number): readonly DispatchRecord[] {
    return this.rows(position).map((row) => ({
      jobId,
      correlationId: row.correlation_id,
      recordedAt: row.recorded_at,
      sendDeadlineAt: row.send_deadline_at,
      handle: row.handle,
      accountId: row.account_id,
      refusal: row.refusal,
    }));
  }

  /** Rows of a job's dispatch records, oldest first. */
  rows(position: number): readonly DispatchRow[] {
    return this.#ofJob.all(position);
  }
}
