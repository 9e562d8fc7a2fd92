import type { Job, JobEffect, TrailEntry } from '@filmgate/core';
import { type CompiledQuery, sql } from 'kysely';
import { PreparedInsert } from '../database/prepared-insert.ts';
import type { PreparedQuery } from '../database/prepared-query.ts';
import type { SqliteDatabase } from '../database/sqlite-database.ts';
import type { JobRow, TrailRow } from '../schema/tables.ts';
import { readPart } from './job-parts.ts';

/** The chain of a job's lines an effect is added to. */
export interface TrailEnd {
  readonly position: number;
  readonly lastEntry: number | null;
  /** Credits every money line of the job is about. */
  readonly cost: number;
  readonly now: number;
}

type MoneyEffect = Extract<JobEffect, { kind: 'quota' | 'credit' }>;

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

  /** Writes the lines the effects stand for, in their order; returns the new end of the chain. */
  append(end: TrailEnd, effects: readonly JobEffect[]): number | null {
    let previous = end.lastEntry;
    for (const effect of effects) {
      if (effect.kind !== 'trail' && effect.kind !== 'quota' && effect.kind !== 'credit') continue;
      this.#lastEntry += 1;
      const link = { entry: this.#lastEntry, job: end.position, previous };
      this.#insert.run(
        effect.kind === 'trail' ? storyRow(link, effect.entry) : moneyRow({ link, effect, end }),
      );
      previous = this.#lastEntry;
    }
    return previous;
  }

  /** The whole trail of a job, oldest first, with the two lines of its acceptance, which its row stands for. */
  read(job: Job, row: Pick<JobRow, 'accepted_at' | 'last_entry'>): readonly TrailEntry[] {
    const stored = row.last_entry === null ? [] : this.#chain.all(row.last_entry);
    return [...acceptance(job, row.accepted_at), ...stored.toReversed().map(toEntry)];
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

function storyRow(link: Link, { at, what, detail }: TrailEntry): TrailRow {
  const noMoney = { ledger: null, move: null, amount: null, account_id: null };
  return { ...link, at, what, detail: JSON.stringify(detail), ...noMoney };
}

function moneyRow(line: {
  readonly link: Link;
  readonly effect: MoneyEffect;
  readonly end: TrailEnd;
}): TrailRow {
  const { link, effect, end } = line;
  return {
    ...link,
    at: end.now,
    what: 'money',
    detail: null,
    ledger: effect.kind,
    move: effect.move,
    amount: end.cost,
    account_id: effect.kind === 'credit' ? effect.accountId : null,
  };
}

function acceptance({ owner, origin, request, cost }: Job, at: number): readonly TrailEntry[] {
  return [
    { at, what: 'accepted', detail: { owner, origin, model: request.model } },
    { at, what: 'money', detail: { ledger: 'quota', move: 'reserve', amount: cost } },
  ];
}

function toEntry(row: TrailRow): TrailEntry {
  const { at, what, detail, ledger, move, amount, account_id: accountId } = row;
  if (detail !== null) return { at, what, detail: readPart.trailDetail(detail) };
  const account = accountId === null ? {} : { accountId };
  return { at, what, detail: { ledger, move, amount, ...account } };
}
