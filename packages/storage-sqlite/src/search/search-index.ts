import type { Job } from '@filmgate/core';
import { sql } from 'kysely';
import { PreparedInsert } from '../database/prepared-insert.ts';
import type { PreparedQuery } from '../database/prepared-query.ts';
import type { SqliteDatabase } from '../database/sqlite-database.ts';
import type { PositionPage } from '../list/position-page.ts';
import type { JobSearchRow } from '../schema/tables.ts';
import { indexText, markWord, quoteTerm, searchedTrigrams, type WordKind } from './index-words.ts';

/** What the index can tell apart; the jobs it names must be looked at again. */
export interface IndexQuestion {
  /** null = any, here and below. */
  readonly owner: string | null;
  readonly states: readonly string[] | null;
  readonly model: string | null;
  readonly accountId: string | null;
  /** Too short a text is no question. */
  readonly search: string | null;
}

/** Words kept from one addition to the next. */
const wordsRemembered = 10_000;

/** Pages written by one merge: more than a batch of 256 jobs takes on all levels together, and still only a few ms. */
const pagesMerged = 64;

/** The full-text index of finished jobs. */
export class SearchIndex {
  readonly #words = new Map<string, string>();
  readonly #insert: PreparedInsert<JobSearchRow>;
  readonly #remove: PreparedQuery<unknown>;
  readonly #merge: PreparedQuery<unknown>;
  readonly #ascending: PreparedQuery<{ readonly rowid: number }>;
  readonly #descending: PreparedQuery<{ readonly rowid: number }>;

  constructor(database: SqliteDatabase) {
    const { kysely, connection } = database;
    this.#insert = new PreparedInsert(connection, (row) =>
      kysely.insertInto('job_search').values(row),
    );
    this.#remove = database.prepare(kysely.deleteFrom('job_search').where('rowid', '=', 0));
    const merge = sql`insert into job_search (job_search, rank) values (${''}, ${0})`;
    this.#merge = database.prepare({ compile: () => merge.compile(kysely) });
    const matches = kysely
      .selectFrom('job_search')
      .select('rowid')
      .where(sql<boolean>`job_search match ${''}`)
      .where('rowid', '>=', 0)
      .where('rowid', '<', 0)
      .limit(0);
    this.#ascending = database.prepare(matches.orderBy('rowid', 'asc'));
    this.#descending = database.prepare(matches.orderBy('rowid', 'desc'));
  }

  add(position: number, job: Job): void {
    this.#insert.run({
      rowid: position,
      owner: this.#word('owner', job.owner),
      state: this.#word('state', job.state),
      model: this.#word('model', job.request.model),
      account: this.#word('account', job.accountId ?? ''),
      prompt: indexText(job.request.prompt),
    });
  }

  /**
   * Merges a little of what was added before. To be called once per batch of additions: left to itself, FTS5 now and
   * then merges so much at once that callers would notice.
   */
  tidy(): void {
    this.#merge.run('merge', pagesMerged);
  }

  remove(position: number): void {
    this.#remove.run(position);
  }

  /** Positions of jobs that may match, in order. Precondition: the question asks something the index knows. */
  find(question: IndexQuestion, page: PositionPage): readonly number[] {
    const query = page.ascending ? this.#ascending : this.#descending;
    const terms = termsOf(question).join(' AND ');
    return query.all(terms, page.first, page.end, page.limit).map(({ rowid }) => rowid);
  }

  /** Few words make up most of an index. */
  #word(kind: WordKind, value: string): string {
    const name = `${kind}:${value}`;
    const known = this.#words.get(name);
    if (known !== undefined) return known;
    const word = markWord(kind, value);
    if (this.#words.size >= wordsRemembered) this.#words.clear();
    this.#words.set(name, word);
    return word;
  }
}

function termsOf({ owner, states, model, accountId, search }: IndexQuestion): readonly string[] {
  const terms: string[] = [];
  if (owner !== null) terms.push(quoteTerm(markWord('owner', owner)));
  if (model !== null) terms.push(quoteTerm(markWord('model', model)));
  if (accountId !== null) terms.push(quoteTerm(markWord('account', accountId)));
  if (states !== null) {
    terms.push(`(${states.map((state) => quoteTerm(markWord('state', state))).join(' OR ')})`);
  }
  if (search !== null) terms.push(...searchedTrigrams(search).map(quoteTerm));
  return terms;
}
