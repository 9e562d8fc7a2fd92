import type { Job } from '@filmgate/core';
import { type RawBuilder, sql } from 'kysely';
import type { PreparedQuery } from '../database/prepared-query.ts';
import type { SqliteDatabase } from '../database/sqlite-database.ts';
import type { PositionPage } from '../list/position-page.ts';
import type { MarkWords } from './mark-words.ts';
import { promptTerms } from './text-terms.ts';

/**
 * Positions per era; stored tables are named by it, so that it never changes. A word is looked up once in each, and
 * a merge cannot stop within the postings of one term: some 20 ms for the few that all jobs of an era have.
 */
export const positionsPerEra = 131_072;

/** Pages written by merges per addition: more than additions take on all levels together, so that few pieces remain. */
const pagesMergedPerAddition = 0.8;

/** Pages written by one step when there is time, or a few more: some 5 ms. */
const pagesMerged = 16;

/** Percentage of removed jobs from which on a piece is written anew without them. */
const removedFrom = 50;

/** No term begins with it. */
const lastCharacter = '\u{10ffff}';

/** No term has it; what comes next behind a term is no less than the term with it. */
const firstCharacter = '\u0001';

/** Rows SQLite counts as changed by a merge that had nothing left to do are fewer (as documented). */
const changesOfIdleMerge = 2;

/** A job with the words of its position. */
export interface IndexedJob {
  readonly position: number;
  readonly job: Job;
  /** The slice of positions it lies in. */
  readonly slice: string;
}

/**
 * The full-text index of the finished jobs of one era. Its rows are positions, their text is terms with gaps in
 * between: those of the prompt, and one for each filter, so that any mix of filters is an intersection of posting
 * lists.
 */
export class EraIndex {
  readonly #insert: PreparedQuery<unknown>;
  readonly #remove: PreparedQuery<unknown>;
  readonly #merge: PreparedQuery<unknown>;
  readonly #changes: PreparedQuery<{ readonly changes: number }>;
  readonly #ascending: PreparedQuery<{ readonly rowid: number }>;
  readonly #descending: PreparedQuery<{ readonly rowid: number }>;
  readonly #nextTerm: PreparedQuery<{ readonly term: string }>;

  /** Precondition: the table is there. */
  constructor(database: SqliteDatabase, era: number) {
    const { kysely } = database;
    const name = sql.table(tableName(era));
    const vocabulary = openVocabulary(database, era);
    const prepare = <Row>(query: RawBuilder<Row>) =>
      database.prepare<Row>({ compile: () => query.compile(kysely) });
    this.#insert = prepare(sql`insert into ${name} (rowid, terms) values (${0}, ${''})`);
    this.#remove = prepare(sql`delete from ${name} where rowid = ${0}`);
    this.#merge = prepare(sql`insert into ${name} (${name}, rank) values (${''}, ${0})`);
    this.#changes = prepare(sql`select total_changes() as changes`);
    // Numbers are bound as reals, and FTS5 leaps to a bound that is an integer only; to any other it walks.
    const matches = sql`select rowid from ${name} where ${name} match ${''}
      and rowid >= cast(${0} as integer) and rowid < cast(${0} as integer)`;
    this.#ascending = prepare(sql`${matches} order by rowid asc limit ${0}`);
    this.#descending = prepare(sql`${matches} order by rowid desc limit ${0}`);
    this.#nextTerm = prepare(
      sql`select term from ${sql.table(vocabulary)} where term >= ${''} and term < ${''} limit 1`,
    );
  }

  /** Makes the table of an era. */
  static create(database: SqliteDatabase, era: number): EraIndex {
    const name = tableName(era);
    const configure = (option: string, value: number): void => {
      database.connection.exec(
        `insert into ${name} (${name}, rank) values ('${option}', ${value})`,
      );
    };
    // Terms have no ASCII in them, so that this tokenizer neither divides nor folds any.
    database.connection.exec(`create virtual table ${name} using fts5(
      terms, content = '', contentless_delete = 1, detail = 'none', tokenize = 'ascii'
    )`);
    // Left to itself, FTS5 now and then merges so much at once that callers would notice; `tidy` does it in small steps.
    configure('automerge', 0);
    configure('crisismerge', 1000);
    configure('deletemerge', removedFrom);
    return new EraIndex(database, era);
  }

  static drop(database: SqliteDatabase, era: number): void {
    database.connection.exec(`drop table ${vocabularyName(era)}`);
    database.connection.exec(`drop table ${tableName(era)}`);
  }

  add({ position, job, slice }: IndexedJob, words: MarkWords): void {
    const marks = [
      slice,
      words.of('owner', job.owner),
      words.of('origin', job.origin),
      words.of('state', job.state),
      words.of('model', job.request.model),
      words.of('account', job.accountId ?? ''),
    ];
    this.#insert.run(position, promptTerms(job.request.prompt) + marks.join(' '));
  }

  remove(position: number): void {
    this.#remove.run(position);
  }

  /** Merges a little of what was added before; to be called once per batch of additions, with their number. */
  tidy(additions: number): void {
    this.#merge.run('merge', Math.ceil(additions * pagesMergedPerAddition));
  }

  /** Merges a little of what is worth it; true when nothing is. */
  merge(): boolean {
    return this.#mergePages(pagesMerged);
  }

  /** Merges a little more of everything there is into one piece; true when it is one. */
  compact(isFirstStep: boolean): boolean {
    // A negative number begins with all pieces at once (https://sqlite.org/fts5.html#the_merge_command).
    return this.#mergePages(isFirstStep ? -pagesMerged : pagesMerged);
  }

  /** Trigrams of the era that begin with a text, in order, so many at most. */
  trigramsFrom(beginning: string, most: number): readonly string[] {
    const terms: string[] = [];
    let from = beginning;
    while (terms.length < most) {
      const [next] = this.#nextTerm.all(from, `${beginning}${lastCharacter}`);
      if (next === undefined) return terms;
      terms.push(next.term);
      // One look per term: to go on from it, FTS5 would first read all of its postings.
      from = `${next.term}${firstCharacter}`;
    }
    return terms;
  }

  /** Positions of jobs that have all the terms, in order. */
  find(terms: string, { first, end, ascending, limit }: PositionPage): readonly number[] {
    const query = ascending ? this.#ascending : this.#descending;
    return query.all(terms, first, end, limit).map(({ rowid }) => rowid);
  }

  #mergePages(pages: number): boolean {
    const before = this.#changes.get()?.changes ?? 0;
    this.#merge.run('merge', pages);
    const after = this.#changes.get()?.changes ?? 0;
    return after - before < changesOfIdleMerge;
  }
}

function tableName(era: number): string {
  return `job_terms_${era}`;
}

/** For this connection only. */
function vocabularyName(era: number): string {
  return `temp.job_vocabulary_${era}`;
}

/** Makes the terms of an era readable (https://sqlite.org/fts5.html#the_fts5vocab_virtual_table_module). */
function openVocabulary({ connection }: SqliteDatabase, era: number): string {
  const name = vocabularyName(era);
  connection.exec(
    `create virtual table if not exists ${name} using fts5vocab(main, ${tableName(era)}, instance)`,
  );
  return name;
}
