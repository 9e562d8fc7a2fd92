import { acceptanceLines, type Job, type TrailEntry } from '@filmgate/core';
import { type CompiledQuery, sql } from 'kysely';
import { z } from 'zod';
import { PreparedInsert } from '../database/prepared-insert.ts';
import type { PreparedQuery } from '../database/prepared-query.ts';
import type { SqliteDatabase } from '../database/sqlite-database.ts';
import type { JobRow, TrailRow } from '../schema/tables.ts';
import { readPart } from './job-parts.ts';

/** The chain of a job's lines a line is added to. */
export interface TrailEnd {
  readonly position: number;
  readonly lastEntry: number | null;
}

/** What of a line of money has columns of its own. */
const moneyOf = z.object({
  ledger: z.enum(['quota', 'credit']),
  move: z.string(),
  amount: z.number(),
  accountId: z.string().optional(),
});

/** The lines of all jobs' trails; each names the one before it, so that a job's are found without an index. */
export class Trail {
  readonly #insert: PreparedInsert<TrailRow>;
  readonly #chain: PreparedQuery<TrailRow>;
  readonly #remove: PreparedQuery<unknown>;
  readonly #rewrite: PreparedQuery<unknown>;
  #lastEntry: number;

  constructor(database: SqliteDatabase) {
    const { kysely, connection } = database;
    this.#insert = new PreparedInsert(connection, (row) => kysely.insertInto('trail').values(row));
    this.#chain = database.prepare(chainQuery(database));
    this.#remove = database.prepare(kysely.deleteFrom('trail').where('entry', '=', 0));
    this.#rewrite = database.prepare(
      kysely.updateTable('trail').set({ detail: '' }).where('entry', '=', 0),
    );
    const newest = kysely.selectFrom('trail').select((eb) => eb.fn.max('entry').as('entry'));
    this.#lastEntry = database.all(newest)[0]?.entry ?? 0;
  }

  /** Writes lines in their order; returns the new end of the chain. */
  append(end: TrailEnd, lines: readonly TrailEntry[]): number | null {
    let previous = end.lastEntry;
    for (const line of lines) {
      this.#lastEntry += 1;
      const link = { entry: this.#lastEntry, job: end.position, previous };
      this.#insert.run(toRow(link, line));
      previous = this.#lastEntry;
    }
    return previous;
  }

  /** The whole trail of a job, oldest first, with the two lines of its acceptance, which its row stands for. */
  read(job: Job, row: Pick<JobRow, 'accepted_at' | 'last_entry'>): readonly TrailEntry[] {
    const stored = row.last_entry === null ? [] : this.#chain.all(row.last_entry);
    return [...acceptanceLines(job, row.accepted_at), ...stored.toReversed().map(toEntry)];
  }

  /** A job's lines after its acceptance as they are stored, oldest first. */
  rows(lastEntry: number | null): readonly TrailRow[] {
    return lastEntry === null ? [] : this.#chain.all(lastEntry).toReversed();
  }

  /** Takes words out of a job's lines; those of money have none. */
  erase(lastEntry: number | null, erased: (detail: TrailEntry['detail']) => object): void {
    for (const { entry, detail } of this.rows(lastEntry)) {
      if (detail === null) continue;
      const shorter = JSON.stringify(erased(readPart.trailDetail(detail)));
      if (shorter.length < detail.length) this.#rewrite.run(shorter, entry);
    }
  }

  /** Removes a job's lines. */
  remove(lastEntry: number | null): void {
    if (lastEntry === null) return;
    for (const { entry } of this.#chain.all(lastEntry)) this.#remove.run(entry);
  }
}

function chainQuery({ kysely }: SqliteDatabase): { compile(): CompiledQuery<TrailRow> } {
  return kysely
    .withRecursive('chain', (db) =>
      db
        .selectFrom('trail')
        .selectAll()
        .where('entry', '=', 0)
        .unionAll(
          db
            .selectFrom('trail')
            .innerJoin('chain', 'chain.previous', 'trail.entry')
            .selectAll('trail'),
        ),
    )
    .selectFrom('chain')
    .selectAll()
    .orderBy(sql`entry desc`);
}

type Link = Pick<TrailRow, 'entry' | 'job' | 'previous'>;

function toRow(link: Link, { at, what, detail }: TrailEntry): TrailRow {
  // What the columns have no word for is kept whole.
  const isPlain = what === 'money' && detail['unit'] === undefined && detail['move'] !== 'correct';
  if (!isPlain) {
    const noMoney = { ledger: null, move: null, amount: null, account_id: null };
    return { ...link, at, what, detail: JSON.stringify(detail), ...noMoney };
  }
  const { ledger, move, amount, accountId = null } = moneyOf.parse(detail);
  return { ...link, at, what, detail: null, ledger, move, amount, account_id: accountId };
}

function toEntry(row: TrailRow): TrailEntry {
  const { at, what, detail, ledger, move, amount, account_id: accountId } = row;
  if (detail !== null) return { at, what, detail: readPart.trailDetail(detail) };
  const account = accountId === null ? {} : { accountId };
  return { at, what, detail: { ledger, move, amount, ...account } };
}
