import type { Job } from '@filmgate/core';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { PreparedQuery, SqliteDatabase } from '../database/sqlite-database.ts';
import type { PositionPage, PositionSpan } from '../memory/position-list.ts';
import type { Batch } from '../write/batch.ts';
import { filterTerm, indexedPrompt } from './search-question.ts';

/** Maximum number of cached terms: few values make up most of an index. */
const termsKept = 10_000;

/** Character with which no term begins. */
const lastCharacter = '\u{10ffff}';

/** Character that no term contains: a term with this character appended is a lower bound of the next term. */
const firstCharacter = '\u0001';

/** Number of changed rows below which a merge had nothing left to do (as documented by SQLite). */
const changesOfIdleMerge = 2;

/**
 * Full-text index of finished jobs: one FTS5 table of trigrams, whose rows are positions. Contains every listed job
 * from `from` on and none before: a file written by an earlier release is indexed backwards, a little at a time.
 */
export class SearchIndex {
  readonly #database: SqliteDatabase;
  readonly #statements: ReturnType<typeof prepareStatements>;
  /** Created when first needed: a read-only connection may not create the table it reads from. */
  #nextTerm: PreparedQuery<Term> | undefined;
  /** Created with the first term: the cache allocates all its memory at once. */
  #terms: LRUCache<string, string> | undefined;
  #from: number;
  #revision = 0;
  #isUntidy = true;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    this.#statements = prepareStatements(database);
    const [store] = database.all(database.kysely.selectFrom('store').select('searched_from'));
    this.#from = store?.searched_from ?? 0;
  }

  /** The first position the index covers. */
  get from(): number {
    return this.#from;
  }

  /** Changes with each addition. */
  get revision(): number {
    return this.#revision;
  }

  /** True when merging may be worthwhile. */
  get isUntidy(): boolean {
    return this.#isUntidy;
  }

  /** Does nothing for a position the index does not cover yet. */
  add(position: number, job: Job): void {
    if (position < this.#from) return;
    const term = (kind: Parameters<typeof filterTerm>[0], value: string) =>
      this.#termOf(kind, value);
    this.#statements.insert.run(
      position,
      indexedPrompt(job.request.prompt),
      term('owner', job.owner),
      term('origin', job.surface),
      term('state', job.state),
      term('model', job.request.model),
      term('account', job.accountId ?? ''),
    );
    this.#revision += 1;
    this.#isUntidy = true;
  }

  /** Extends the index to earlier positions, from the given one on, by their listed jobs, given in order. */
  extend(
    batch: Batch,
    from: number,
    jobs: readonly { readonly position: number; readonly job: Job }[],
  ): void {
    const before = this.#from;
    batch.undo(() => {
      this.#from = before;
      this.#revision += 1;
    });
    this.#from = from;
    this.#revision += 1;
    this.#statements.noteFrom.run(from);
    for (const { position, job } of jobs) this.add(position, job);
  }

  remove(position: number): void {
    if (position < this.#from) return;
    this.#statements.remove.run(position);
    this.#isUntidy = true;
  }

  /** Writes this many pages of merges, or a few more; false when nothing was worth merging. */
  merge(pages: number): boolean {
    const { changes, merge } = this.#statements;
    const before = changes.get()?.changes ?? 0;
    merge.run('merge', pages);
    const after = changes.get()?.changes ?? 0;
    return after - before >= changesOfIdleMerge;
  }

  /** To be called once a merge that found nothing to do is committed. */
  tidied(): void {
    this.#isUntidy = false;
  }

  /** Span that contains all rows. */
  span(): PositionSpan {
    const { first, last } = this.#statements.span.get() ?? {};
    return first === undefined || first === null || last === undefined || last === null
      ? { first: 0, end: 0 }
      : { first, end: last + 1 };
  }

  /** Positions of jobs that match an FTS5 expression, in order; may include a few that do not. */
  find(expression: string, { first, end, ascending, limit }: PositionPage): readonly number[] {
    const query = ascending ? this.#statements.ascending : this.#statements.descending;
    return query.all(expression, first, end, limit).map(({ rowid }) => rowid);
  }

  /** Trigrams that begin with a text, in order, up to `most`. */
  trigramsFrom(beginning: string, most: number): readonly string[] {
    this.#nextTerm ??= openVocabulary(this.#database);
    const terms: string[] = [];
    let from = beginning;
    while (terms.length < most) {
      const [next] = this.#nextTerm.all(from, `${beginning}${lastCharacter}`);
      if (next === undefined) return terms;
      terms.push(next.term);
      // One lookup for each: to continue from a term, FTS5 would first read all of its postings.
      from = `${next.term}${firstCharacter}`;
    }
    return terms;
  }

  #termOf(kind: Parameters<typeof filterTerm>[0], value: string): string {
    const name = `${kind}:${value}`;
    this.#terms ??= new LRUCache({ max: termsKept });
    const known = this.#terms.get(name);
    if (known !== undefined) return known;
    const term = filterTerm(kind, value);
    this.#terms.set(name, term);
    return term;
  }
}

interface Term {
  readonly term: string;
}

/** Makes terms readable, for this connection (https://sqlite.org/fts5.html#the_fts5vocab_virtual_table_module). */
function openVocabulary(database: SqliteDatabase): PreparedQuery<Term> {
  database.connection.exec(
    'create virtual table if not exists temp.job_vocabulary using fts5vocab(main, job_search, instance)',
  );
  return prepareRaw(
    database,
    sql<Term>`select term from temp.job_vocabulary where term >= ${''} and term < ${''} limit 1`,
  );
}

function prepareRaw<Row>(database: SqliteDatabase, query: RawBuilder<Row>): PreparedQuery<Row> {
  return database.prepare<Row>({ compile: () => query.compile(database.kysely) });
}

function prepareStatements(database: SqliteDatabase) {
  const prepare = <Row>(query: RawBuilder<Row>) => prepareRaw(database, query);
  // Numbers are bound as reals, and FTS5 skips to a bound only if it is an integer; otherwise it scans.
  const matches = sql`select rowid from job_search where job_search match ${''}
    and rowid >= cast(${0} as integer) and rowid < cast(${0} as integer)`;
  return {
    insert: prepare<unknown>(sql`insert into job_search
      (rowid, prompt, owner, origin, state, model, account)
      values (${0}, ${''}, ${''}, ${''}, ${''}, ${''}, ${''})`),
    remove: prepare<unknown>(sql`delete from job_search where rowid = ${0}`),
    merge: prepare<unknown>(sql`insert into job_search (job_search, rank) values (${''}, ${0})`),
    changes: prepare<{ readonly changes: number }>(sql`select total_changes() as changes`),
    noteFrom: database.prepare(database.kysely.updateTable('store').set({ searched_from: 0 })),
    span: prepare<{ readonly first: number | null; readonly last: number | null }>(
      sql`select (select min(id) from job_search_docsize) as first,
        (select max(id) from job_search_docsize) as last`,
    ),
    ascending: prepare<{ readonly rowid: number }>(sql`${matches} order by rowid asc limit ${0}`),
    descending: prepare<{ readonly rowid: number }>(sql`${matches} order by rowid desc limit ${0}`),
  };
}
