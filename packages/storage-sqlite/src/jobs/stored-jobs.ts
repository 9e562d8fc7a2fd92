import { type Job, type UnreadableJobs, UnreadablePart } from '@filmgate/core';
import type { PreparedQuery, SqliteDatabase } from '../database/sqlite-database.ts';
import type { JobCache, PositionedJob } from '../finished/job-cache.ts';
import type { Owners } from '../ledger/owners.ts';
import type { PositionPage } from '../memory/position-list.ts';
import type { JobRow } from '../schema/tables.ts';
import { type DecodeContext, decodeJob } from './decode-job.ts';
import type { LongTexts } from './long-texts.ts';

/** Rows held in memory at once while everything is read. */
const rowsPerRead = 1000;

export interface StoredJobsOptions {
  readonly database: SqliteDatabase;
  readonly longTexts: LongTexts;
  readonly owners: Owners;
  readonly cache: JobCache;
  readonly unreadable: UnreadableJobs;
}

/** A row with its job; undefined when the job cannot be read. */
export interface StoredJob {
  readonly row: JobRow;
  readonly job: Job | undefined;
}

/** Reads and caches jobs that are not in memory, one object per job; unreadable ones are set aside and left out. */
export class StoredJobs {
  readonly #cache: JobCache;
  readonly #context: DecodeContext;
  readonly #unreadable: UnreadableJobs;
  readonly #byId: PreparedQuery<JobRow>;
  readonly #byPosition: PreparedQuery<JobRow>;
  readonly #prompt: PreparedQuery<Pick<JobRow, 'prompt'>>;
  readonly #unlisted: PreparedQuery<JobRow>;
  readonly #ascending: PreparedQuery<{ readonly position: number }>;
  readonly #descending: PreparedQuery<{ readonly position: number }>;

  constructor({ database, longTexts, owners, cache, unreadable }: StoredJobsOptions) {
    const { kysely } = database;
    this.#cache = cache;
    this.#unreadable = unreadable;
    this.#context = {
      longTexts,
      ownerName: (number) => owners.numbered(number).name,
    };
    this.#byId = database.prepare(kysely.selectFrom('job').selectAll().where('id', '=', ''));
    this.#byPosition = database.prepare(
      kysely.selectFrom('job').selectAll().where('position', '=', 0),
    );
    this.#prompt = database.prepare(
      kysely.selectFrom('job').select('prompt').where('position', '=', 0),
    );
    this.#unlisted = database.prepare(
      kysely
        .selectFrom('unlisted_job')
        .innerJoin('job', 'job.position', 'unlisted_job.position')
        .selectAll('job')
        .where('unlisted_job.position', '>', 0)
        .orderBy('unlisted_job.position')
        .limit(0),
    );
    const positions = kysely
      .selectFrom('job')
      .select('position')
      .where('position', '>=', 0)
      .where('position', '<', 0)
      .limit(0);
    this.#ascending = database.prepare(positions.orderBy('position', 'asc'));
    this.#descending = database.prepare(positions.orderBy('position', 'desc'));
  }

  /** Precondition: the job is not open. */
  find(id: string): PositionedJob | undefined {
    return this.#cache.find(id) ?? this.#read(this.#byId.get(id));
  }

  /** Precondition: the job there is not open. */
  at(position: number): PositionedJob | undefined {
    return this.#cache.at(position) ?? this.#read(this.#byPosition.get(position));
  }

  /** Like `at`, for a read that may not be worth caching. */
  readHeader(position: number): Job | undefined {
    const known = this.#cache.at(position);
    if (known !== undefined) return known.job;
    const row = this.#byPosition.get(position);
    return row === undefined ? undefined : this.#decode(row);
  }

  /** Prompt of the job, as far as it is well-formed; empty when no job exists. */
  prompt(position: number): string {
    const known = this.#cache.at(position);
    if (known !== undefined) return known.job.request.prompt;
    const text = this.#prompt.get(position)?.prompt;
    if (text === undefined) return '';
    return this.#context.longTexts.whole({ position, field: 'prompt', text });
  }

  /** Caches a job that `readHeader` showed to be needed. */
  remember(positioned: PositionedJob): PositionedJob {
    const known = this.#cache.at(positioned.position);
    if (known === undefined) this.#cache.put(positioned);
    return known ?? positioned;
  }

  /** Positions of stored jobs, of any kind. */
  positions({ first, end, ascending, limit }: PositionPage): readonly number[] {
    const query = ascending ? this.#ascending : this.#descending;
    return query.all(first, end, limit).map(({ position }) => position);
  }

  row(position: number): JobRow | undefined {
    return this.#byPosition.get(position);
  }

  /** Every job that is not in the lists of finished jobs yet, in the order of acceptance. */
  *unlisted(): Iterable<StoredJob> {
    let after = 0;
    for (;;) {
      const rows = this.#unlisted.all(after, rowsPerRead);
      for (const row of rows) yield { row, job: this.#decode(row) };
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.position;
    }
  }

  #read(row: JobRow | undefined): PositionedJob | undefined {
    const job = row === undefined ? undefined : this.#decode(row);
    if (row === undefined || job === undefined) return undefined;
    return this.remember({ position: row.position, job });
  }

  #decode(row: JobRow): Job | undefined {
    try {
      const job = decodeJob(row, this.#context);
      this.#unreadable.forget(row.id);
      return job;
    } catch (error) {
      if (!(error instanceof UnreadablePart)) throw error;
      this.#unreadable.note(row.id, error);
      return undefined;
    }
  }
}
