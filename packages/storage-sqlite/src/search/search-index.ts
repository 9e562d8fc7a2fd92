import type { Job } from '@filmgate/core';
import { sql } from 'kysely';
import { PreparedInsert } from '../database/prepared-insert.ts';
import type { PreparedQuery } from '../database/prepared-query.ts';
import type { SqliteDatabase } from '../database/sqlite-database.ts';
import type { PositionPage } from '../list/position-page.ts';
import type { JobSearchRow } from '../schema/tables.ts';
import { indexText, markWord, quoteTerm, searchedTrigrams } from './index-words.ts';

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

/** The full-text index of finished jobs. */
export class SearchIndex {
  readonly #insert: PreparedInsert<JobSearchRow>;
  readonly #remove: PreparedQuery<unknown>;
  readonly #ascending: PreparedQuery<{ readonly rowid: number }>;
  readonly #descending: PreparedQuery<{ readonly rowid: number }>;

  constructor(database: SqliteDatabase) {
    const { kysely, connection } = database;
    this.#insert = new PreparedInsert(connection, (row) =>
      kysely.insertInto('job_search').values(row),
    );
    this.#remove = database.prepare(kysely.deleteFrom('job_search').where('rowid', '=', 0));
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
      owner: markWord('owner', job.owner),
      state: markWord('state', job.state),
      model: markWord('model', job.request.model),
      account: markWord('account', job.accountId ?? ''),
      prompt: indexText(job.request.prompt),
    });
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
