import type { Job } from '@filmgate/core';
import { type RawBuilder, sql } from 'kysely';
import type { PreparedQuery } from '../database/prepared-query.ts';
import type { SqliteDatabase } from '../database/sqlite-database.ts';
import type { PositionPage } from '../list/position-page.ts';
import { indexText } from './index-words.ts';
import type { MarkWords } from './mark-words.ts';

/**
 * Positions per era; stored tables are named by it, so that it never changes. What no search passes by without a look
 * at every posting, a phrase of nothing but common trigrams, takes some 10 ms in an era of this size.
 */
export const positionsPerEra = 65_536;

/** Pages written by merges per addition: more than additions take on all levels together, so that few pieces remain. */
const pagesMergedPerAddition = 0.5;

/** Pages written by one step of a compaction: some 5 ms. */
const pagesCompacted = 16;

/** No term begins with it. */
const lastCharacter = '\u{10ffff}';

/** Rows SQLite counts as changed by a merge that had nothing left to do are fewer (as documented). */
const changesOfIdleMerge = 2;

/**
 * The full-text index of the finished jobs of one era. Its rows are positions. All columns but the prompt hold a
 * word of exactly three code points, hence one trigram each, so that any mix of filters is an intersection of posting
 * lists.
 */
export class EraIndex {
  readonly #insert: PreparedQuery<unknown>;
  readonly #remove: PreparedQuery<unknown>;
  readonly #merge: PreparedQuery<unknown>;
  readonly #changes: PreparedQuery<{ readonly changes: number }>;
  readonly #ascending: PreparedQuery<{ readonly rowid: number }>;
  readonly #descending: PreparedQuery<{ readonly rowid: number }>;
  readonly #trigrams: PreparedQuery<{ readonly term: string }>;

  /** Precondition: the table is there. */
  constructor(database: SqliteDatabase, era: number) {
    const { kysely } = database;
    const name = sql.table(tableName(era));
    const vocabulary = openVocabulary(database, era);
    const prepare = <Row>(query: RawBuilder<Row>) =>
      database.prepare<Row>({ compile: () => query.compile(kysely) });
    this.#insert = prepare(
      sql`insert into ${name} (rowid, owner, origin, state, model, account, prompt)
        values (${0}, ${''}, ${''}, ${''}, ${''}, ${''}, ${''})`,
    );
    this.#remove = prepare(sql`delete from ${name} where rowid = ${0}`);
    this.#merge = prepare(sql`insert into ${name} (${name}, rank) values (${''}, ${0})`);
    this.#changes = prepare(sql`select total_changes() as changes`);
    // Numbers are bound as reals, and FTS5 leaps to a bound that is an integer only; to any other it walks.
    const matches = sql`select rowid from ${name} where ${name} match ${''}
      and rowid >= cast(${0} as integer) and rowid < cast(${0} as integer)`;
    this.#ascending = prepare(sql`${matches} order by rowid asc limit ${0}`);
    this.#descending = prepare(sql`${matches} order by rowid desc limit ${0}`);
    this.#trigrams = prepare(
      sql`select term from ${sql.table(vocabulary)} where term >= ${''} and term < ${''} limit ${0}`,
    );
  }

  /** Makes the table of an era. */
  static create(database: SqliteDatabase, era: number): EraIndex {
    const name = tableName(era);
    // The prompt comes in lower case; a case-insensitive tokenizer would fold it once more, and only in part.
    database.connection.exec(`create virtual table ${name} using fts5(
      owner, origin, state, model, account, prompt,
      content = '', contentless_delete = 1, detail = 'none', tokenize = 'trigram case_sensitive 1'
    )`);
    // Left to itself, FTS5 now and then merges so much at once that callers would notice; `tidy` does it in small steps.
    database.connection.exec(`insert into ${name} (${name}, rank) values ('automerge', 0)`);
    database.connection.exec(`insert into ${name} (${name}, rank) values ('crisismerge', 1000)`);
    return new EraIndex(database, era);
  }

  static drop(database: SqliteDatabase, era: number): void {
    database.connection.exec(`drop table ${vocabularyName(era)}`);
    database.connection.exec(`drop table ${tableName(era)}`);
  }

  add(position: number, job: Job, words: MarkWords): void {
    this.#insert.run(
      position,
      words.of('owner', job.owner),
      words.of('origin', job.origin),
      words.of('state', job.state),
      words.of('model', job.request.model),
      words.of('account', job.accountId ?? ''),
      indexText(job.request.prompt),
    );
  }

  remove(position: number): void {
    this.#remove.run(position);
  }

  /** Merges a little of what was added before; to be called once per batch of additions, with their number. */
  tidy(additions: number): void {
    this.#merge.run('merge', Math.ceil(additions * pagesMergedPerAddition));
  }

  /** Merges a little more of everything there is into one piece; true when it is one. */
  compact(isFirstStep: boolean): boolean {
    const before = this.#changes.get()?.changes ?? 0;
    // A negative number begins with all pieces at once (https://sqlite.org/fts5.html#the_merge_command).
    this.#merge.run('merge', isFirstStep ? -pagesCompacted : pagesCompacted);
    const after = this.#changes.get()?.changes ?? 0;
    return after - before < changesOfIdleMerge;
  }

  /** Trigrams of the era that begin with a text, so many at most. */
  trigramsFrom(beginning: string, most: number): readonly string[] {
    const rows = this.#trigrams.all(beginning, `${beginning}${lastCharacter}`, most);
    return rows.map(({ term }) => term);
  }

  /** Positions of jobs that have all the terms, in order. */
  find(terms: string, { first, end, ascending, limit }: PositionPage): readonly number[] {
    const query = ascending ? this.#ascending : this.#descending;
    return query.all(terms, first, end, limit).map(({ rowid }) => rowid);
  }
}

function tableName(era: number): string {
  return `job_search_${era}`;
}

/** For this connection only. */
function vocabularyName(era: number): string {
  return `temp.job_trigrams_${era}`;
}

/** Makes the trigrams of an era readable (https://sqlite.org/fts5.html#the_fts5vocab_virtual_table_module). */
function openVocabulary({ connection }: SqliteDatabase, era: number): string {
  const name = vocabularyName(era);
  connection.exec(
    `create virtual table if not exists ${name} using fts5vocab(main, ${tableName(era)}, row)`,
  );
  return name;
}
