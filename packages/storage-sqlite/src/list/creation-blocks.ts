import { sql } from 'kysely';
import { excluded, PreparedInsert, type SqliteDatabase } from '../database/sqlite-database.ts';
import type { CreationBlockRow } from '../schema/tables.ts';
import type { Saved } from '../write/batch.ts';
import type { PositionSpan } from '../memory/position-list.ts';

const blockSize = 256;

/** First and last creation instant of a block's jobs. */
interface Block {
  earliest: number;
  latest: number;
}

const allPositions: PositionSpan = { first: 0, end: Number.MAX_SAFE_INTEGER };
const noPositions: PositionSpan = { first: 0, end: 0 };

/**
 * First and last creation instant of the jobs in each block of positions. Narrows a span of time to a span of positions
 * whatever the clock has done: a step back only widens the span, and so does a job that was noted and then not
 * accepted. A block is stored once it is full; the last one is read from its jobs when the store is opened.
 */
export class CreationBlocks implements Saved {
  readonly #blocks = new Map<number, Block>();
  readonly #full = new Set<number>();
  readonly #upsert: PreparedInsert<CreationBlockRow>;
  #newest = 0;

  constructor(database: SqliteDatabase) {
    const { kysely, connection } = database;
    this.#upsert = new PreparedInsert(connection, (row: CreationBlockRow) =>
      kysely
        .insertInto('creation_block')
        .values(row)
        .onConflict((conflict) => conflict.column('block').doUpdateSet(excluded(row))),
    );
    const stored = database.all(kysely.selectFrom('creation_block').selectAll().orderBy('block'));
    for (const row of stored) this.#enter(row);
    const unstored = ((stored.at(-1)?.block ?? -1) + 1) * blockSize;
    for (const row of database.all(blocksFrom(database, unstored))) this.#enter(row);
  }

  note(position: number, createdAt: number): void {
    const number = Math.floor(position / blockSize);
    const block = this.#blocks.get(number);
    if (block === undefined) {
      if (this.#newest < number) this.#full.add(this.#newest);
      this.#enter({ block: number, earliest: createdAt, latest: createdAt });
      return;
    }
    block.earliest = Math.min(block.earliest, createdAt);
    block.latest = Math.max(block.latest, createdAt);
  }

  /** Positions outside of which no job was created from `from` on and before `until`; null = unbounded. */
  span(from: number | null, until: number | null): PositionSpan {
    if (from === null && until === null) return allPositions;
    let first = Infinity;
    let last = -Infinity;
    for (const [number, { earliest, latest }] of this.#blocks) {
      if ((from !== null && latest < from) || (until !== null && earliest >= until)) continue;
      first = Math.min(first, number);
      last = Math.max(last, number);
    }
    if (last < first) return noPositions;
    return { first: first * blockSize, end: (last + 1) * blockSize };
  }

  isDirty(): boolean {
    return this.#full.size > 0;
  }

  flush(): void {
    for (const number of this.#full) {
      const block = this.#blocks.get(number);
      if (block !== undefined) this.#upsert.run({ block: number, ...block });
    }
  }

  flushed(): void {
    this.#full.clear();
  }

  #enter({ block, earliest, latest }: CreationBlockRow): void {
    this.#blocks.set(block, { earliest, latest });
    this.#newest = Math.max(this.#newest, block);
  }
}

/** Blocks from a position on, computed from their jobs. */
function blocksFrom({ kysely }: SqliteDatabase, position: number) {
  const block = sql<number>`position / ${sql.lit(blockSize)}`;
  return kysely
    .selectFrom('job')
    .select((eb) => [
      block.as('block'),
      eb.fn.min('created_at').as('earliest'),
      eb.fn.max('created_at').as('latest'),
    ])
    .where('position', '>=', position)
    .groupBy(block);
}
