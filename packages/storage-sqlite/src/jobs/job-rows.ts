import type { Job } from '@filmgate/core';
import {
  PreparedInsert,
  type PreparedQuery,
  type SqliteDatabase,
  type SqlValue,
} from '../database/sqlite-database.ts';
import type { OpenJobs } from '../memory/open-jobs.ts';
import type { JobRow } from '../schema/tables.ts';
import type { Saved } from '../write/batch.ts';
import { type ChangingColumn, changingColumns, longColumns } from './changing-columns.ts';
import { type Acceptance, encodeNewJob, type NewJobRow, requestText } from './job-parts.ts';
import type { LongField, LongTexts } from './long-texts.ts';

/** Open jobs whose due instant changed without a decision; written with the next transaction. */
export class DueInstants implements Saved {
  readonly #openJobs: OpenJobs;
  readonly #rows: JobRows;
  readonly #changed = new Set<number>();

  constructor(openJobs: OpenJobs, rows: JobRows) {
    this.#openJobs = openJobs;
    this.#rows = rows;
  }

  changed(position: number): void {
    this.#changed.add(position);
  }

  isDirty(): boolean {
    return this.#changed.size > 0;
  }

  flush(): void {
    for (const position of this.#changed) {
      const open = this.#openJobs.at(position);
      if (open !== undefined) this.#rows.setDue(position, open.current.job.dueAt);
    }
  }

  flushed(): void {
    this.#changed.clear();
  }
}

/** Change of a job's row. */
export interface JobChange {
  readonly position: number;
  readonly former: Job;
  readonly next: Job;
  readonly lastEntry: number | null;
}

/** Columns of one row that are written. */
interface RowWrite {
  readonly position: number;
  readonly job: Job;
  /** Version the stored row must have. */
  readonly over: number;
  readonly lastEntry: number | null;
  readonly isNamed: (column: ChangingColumn) => boolean;
}

/** Writes the rows of jobs; only the columns that changed are named, so that nothing is encoded twice. */
export class JobRows {
  readonly #database: SqliteDatabase;
  readonly #longTexts: LongTexts;
  readonly #insert: PreparedInsert<NewJobRow>;
  readonly #insertUnlisted: PreparedQuery<unknown>;
  readonly #positionOfId: PreparedQuery<{ readonly position: number }>;
  readonly #setDue: PreparedQuery<unknown>;
  readonly #rewriteRequest: PreparedQuery<unknown>;
  readonly #remove: PreparedQuery<unknown>;
  /** Updates by the set of columns they name, as bits in the order of `changingColumns`. */
  readonly #updates = new Map<number, PreparedQuery<unknown>>();

  constructor(database: SqliteDatabase, longTexts: LongTexts) {
    const { kysely, connection } = database;
    this.#database = database;
    this.#longTexts = longTexts;
    this.#insert = new PreparedInsert(connection, (row) =>
      kysely
        .insertInto('job')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doNothing()),
    );
    this.#insertUnlisted = database.prepare(
      kysely.insertInto('unlisted_job').values({ position: 0 }),
    );
    this.#positionOfId = database.prepare(
      kysely.selectFrom('job').select('position').where('id', '=', ''),
    );
    this.#setDue = database.prepare(
      kysely.updateTable('job').set({ due_at: 0 }).where('position', '=', 0),
    );
    this.#rewriteRequest = database.prepare(
      kysely.updateTable('job').set({ prompt: '', request: '' }).where('position', '=', 0),
    );
    this.#remove = database.prepare(kysely.deleteFrom('job').where('position', '=', 0));
  }

  /** Returns false and writes nothing when the id is already used. */
  insert(job: Job, acceptance: Acceptance): boolean {
    const { position } = acceptance;
    const prompt = { position, field: 'prompt', text: job.request.prompt } as const;
    const request = { position, field: 'request', text: requestText(job.request) } as const;
    const texts = {
      prompt: this.#longTexts.inRow(prompt),
      request: this.#longTexts.inRow(request),
    };
    if (this.#insert.run(encodeNewJob(job, acceptance, texts)) === 0) return false;
    this.#longTexts.keep(prompt);
    this.#longTexts.keep(request);
    this.#insertUnlisted.run(position);
    const isNamed = ({ isMissing }: ChangingColumn) => isMissing(job);
    if (changingColumns.some(isNamed)) {
      this.#write({ position, job, over: 1, lastEntry: null, isNamed });
    }
    return true;
  }

  /** Position of the job with this id in the order of acceptance. */
  position(id: string): number | undefined {
    return this.#positionOfId.get(id)?.position;
  }

  /** @throws Error when the row differs from the one memory expects */
  update({ position, former, next, lastEntry }: JobChange): void {
    const isNamed = ({ differs }: ChangingColumn) => differs(former, next);
    this.#write({ position, job: next, over: former.version, lastEntry, isNamed });
  }

  /** Writes a final job that lost some of its content; its long texts are removed too. */
  amend({ position, former, next, lastEntry }: JobChange): void {
    this.update({ position, former, next, lastEntry });
    for (const field of ['submission', 'output'] as const) {
      if (next[field] === null) this.#longTexts.drop(position, field);
    }
    if (former.request.prompt === next.request.prompt) return;
    for (const field of ['prompt', 'request'] as const) this.#longTexts.drop(position, field);
    const request = { position, field: 'request', text: requestText(next.request) } as const;
    this.#rewriteRequest.run(next.request.prompt, this.#longTexts.inRow(request), position);
    this.#longTexts.keep(request);
  }

  setDue(position: number, dueAt: number | null): void {
    this.#setDue.run(dueAt, position);
  }

  /** Removes a finished job's row with everything that depends on it. */
  remove(position: number): void {
    this.#remove.run(position);
  }

  #write({ position, job, over, lastEntry, isNamed }: RowWrite): void {
    const values: SqlValue[] = [lastEntry];
    let columns = 0;
    for (const [index, column] of changingColumns.entries()) {
      if (!isNamed(column)) continue;
      columns |= 1 << index;
      values.push(this.#inRow(position, column.column, column.value(job)));
    }
    values.push(position, over);
    if (this.#updateOf(columns).run(...values) === 1) return;
    throw new Error(`job ${job.id} is not stored in version ${over}`);
  }

  #inRow(position: number, column: keyof JobRow, value: SqlValue): SqlValue {
    if (typeof value !== 'string' || !isLong(column)) return value;
    const text = { position, field: column, text: value };
    this.#longTexts.keep(text);
    return this.#longTexts.inRow(text);
  }

  #updateOf(columns: number): PreparedQuery<unknown> {
    const known = this.#updates.get(columns);
    if (known !== undefined) return known;
    const named = changingColumns.filter((_, index) => (columns & (1 << index)) !== 0);
    const { kysely } = this.#database;
    const update = named.reduce(
      (query, { column }) => query.set(column, null),
      kysely.updateTable('job').set('last_entry', null),
    );
    const prepared = this.#database.prepare(
      update.where('position', '=', 0).where('version', '=', 0),
    );
    this.#updates.set(columns, prepared);
    return prepared;
  }
}

function isLong(column: keyof JobRow): column is (typeof longColumns)[number] & LongField {
  return longColumns.some((long) => long === column);
}
