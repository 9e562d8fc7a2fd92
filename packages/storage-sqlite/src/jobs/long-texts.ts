import {
  excluded,
  PreparedInsert,
  type PreparedQuery,
  type SqliteDatabase,
} from '../database/sqlite-database.ts';
import type { LongTextRow } from '../schema/tables.ts';

/** Minimum length, in UTF-16 units, of a text kept apart from the job's row, which SQLite rewrites at each change. */
const longFrom = 2048;

/** Placeholder in the row for a text that is kept apart; no JSON text and no prompt is empty. */
const elsewhere = '';

/** Columns of a job whose texts may be long. */
export type LongField = 'prompt' | 'request' | 'submission' | 'handle' | 'output';

export interface JobText {
  readonly position: number;
  readonly field: LongField;
  readonly text: string;
}

/** Long texts of jobs, beside their rows. Removed with the job. */
export class LongTexts {
  readonly #upsert: PreparedInsert<LongTextRow>;
  readonly #read: PreparedQuery<{ readonly text: string }>;
  readonly #drop: PreparedQuery<unknown>;

  constructor(database: SqliteDatabase) {
    const { connection, kysely } = database;
    this.#upsert = new PreparedInsert(connection, (row) =>
      kysely
        .insertInto('long_text')
        .values(row)
        .onConflict((conflict) => conflict.columns(['job', 'field']).doUpdateSet(excluded(row))),
    );
    this.#drop = database.prepare(
      kysely.deleteFrom('long_text').where('job', '=', 0).where('field', '=', ''),
    );
    this.#read = database.prepare(
      kysely.selectFrom('long_text').select('text').where('job', '=', 0).where('field', '=', ''),
    );
  }

  /** Value of the job's row for this text. */
  inRow({ text }: JobText): string {
    return text.length < longFrom ? text : elsewhere;
  }

  /** Stores the text if it is long. The job's row must exist. */
  keep({ position, field, text }: JobText): void {
    if (text.length < longFrom) return;
    this.#upsert.run({ job: position, field, text });
  }

  drop(position: number, field: LongField): void {
    this.#drop.run(position, field);
  }

  /** The complete text, for the row's `text`. */
  whole({ position, field, text }: JobText): string {
    if (text !== elsewhere) return text;
    return this.#read.get(position, field)?.text ?? elsewhere;
  }
}
