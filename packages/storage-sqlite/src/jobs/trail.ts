import {
  acceptanceStep,
  type Job,
  packMoney,
  readTrail,
  type StoredStep,
  type TrailStep,
  type TrailStory,
} from '@filmgate/core';
import { type CompiledQuery, sql } from 'kysely';
import {
  PreparedInsert,
  type PreparedQuery,
  type SqliteDatabase,
} from '../database/sqlite-database.ts';
import type { JobRow } from '../schema/tables.ts';
import type { TrailRow } from '../schema/trail-row.ts';
import { readPart } from './job-parts.ts';

/** End of the chain of a job's steps, to which a step is added. */
export interface TrailEnd {
  readonly position: number;
  readonly lastEntry: number | null;
}

/** Steps of all jobs' trails. Each step names the one before it, so that a job's steps are found without an index. */
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

  /** Writes a step, if given; returns the new end of the chain. */
  append({ position, lastEntry }: TrailEnd, step: TrailStep | null): number | null {
    if (step === null) return lastEntry;
    this.#lastEntry += 1;
    const link = { entry: this.#lastEntry, job: position, previous: lastEntry };
    this.#insert.run(toRow(link, step));
    return this.#lastEntry;
  }

  /** The complete trail of a job, oldest first, with the step of its acceptance, which its row represents. */
  read(job: Job, row: Pick<JobRow, 'accepted_at' | 'last_entry'>): readonly TrailStep[] {
    const accepted = acceptanceStep(job, row.accepted_at);
    return readTrail(accepted, this.#rows(row.last_entry).map(toStored));
  }

  /** Stored steps of a job after its acceptance, oldest first. */
  #rows(lastEntry: number | null): readonly TrailRow[] {
    return lastEntry === null ? [] : this.#chain.all(lastEntry).toReversed();
  }

  /** Removes words from the details of a job's steps; the money has none. */
  erase(lastEntry: number | null, erased: (detail: TrailStory['detail']) => object): void {
    for (const { entry, detail } of this.#rows(lastEntry)) {
      if (detail === null) continue;
      const shorter = JSON.stringify(erased(readPart.trailDetail(detail)));
      if (shorter.length < detail.length) this.#rewrite.run(shorter, entry);
    }
  }

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

function toRow(link: Link, { at, what, detail, money }: TrailStep): TrailRow {
  const former = { ledger: null, move: null, amount: null, account_id: null };
  const packed = JSON.stringify(packMoney(money));
  return { ...link, at, what, detail: JSON.stringify(detail), money: packed, ...former };
}

function toStored(row: TrailRow): StoredStep {
  const { at, what, detail, money, ledger, move, amount, account_id: accountId } = row;
  if (detail === null) {
    const account = accountId === null ? {} : { accountId };
    return { at, what, detail: { ledger, move, amount, ...account } };
  }
  const story = { at, what, detail: readPart.trailDetail(detail) };
  return money === null ? story : { ...story, money: readPart.trailMoney(money) };
}
