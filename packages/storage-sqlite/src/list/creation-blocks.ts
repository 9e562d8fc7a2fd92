import { excluded } from '../database/excluded.ts';
import { PreparedInsert } from '../database/prepared-insert.ts';
import type { SqliteDatabase } from '../database/sqlite-database.ts';
import type { CreationBlockRow } from '../schema/tables.ts';
import type { Batch } from '../write/batch.ts';
import { SavedMap } from '../write/saved-map.ts';

/** Positions per block. */
const blockSize = 1024;

/** Positions from `first` to before `end`. */
export interface PositionSpan {
  readonly first: number;
  readonly end: number;
}

const allPositions: PositionSpan = { first: 0, end: Number.MAX_SAFE_INTEGER };
const noPositions: PositionSpan = { first: 0, end: 0 };

/**
 * Between which instants the jobs of each block of positions were created. Narrows a span of time to a span of
 * positions whatever the clock has done: a step back only makes the span wider.
 */
export class CreationBlocks {
  /** To be saved with each transaction. */
  readonly entries: SavedMap<number, CreationBlockRow>;

  constructor(database: SqliteDatabase) {
    const { kysely, connection } = database;
    const upsert = new PreparedInsert(connection, (row: CreationBlockRow) =>
      kysely
        .insertInto('creation_block')
        .values(row)
        .onConflict((conflict) => conflict.column('block').doUpdateSet(excluded(row))),
    );
    const remove = database.prepare(kysely.deleteFrom('creation_block').where('block', '=', 0));
    const rows = database.all(kysely.selectFrom('creation_block').selectAll().orderBy('block'));
    this.entries = new SavedMap(
      rows.map((row) => [row.block, row]),
      { save: (_block, row) => void upsert.run(row), remove: (block) => void remove.run(block) },
    );
  }

  note(batch: Batch, position: number, createdAt: number): void {
    const block = Math.floor(position / blockSize);
    const known = this.entries.get(block);
    if (known !== undefined && known.earliest <= createdAt && createdAt <= known.latest) return;
    const earliest = Math.min(known?.earliest ?? createdAt, createdAt);
    const latest = Math.max(known?.latest ?? createdAt, createdAt);
    this.entries.set(batch, block, { block, earliest, latest });
  }

  /** Positions outside of which no job was created from `from` on and before `until`; null = unbounded. */
  span(from: number | null, until: number | null): PositionSpan {
    if (from === null && until === null) return allPositions;
    let first = Infinity;
    let last = -Infinity;
    for (const { block, earliest, latest } of this.entries.values()) {
      if ((from !== null && latest < from) || (until !== null && earliest >= until)) continue;
      first = Math.min(first, block);
      last = Math.max(last, block);
    }
    if (last < first) return noPositions;
    return { first: first * blockSize, end: (last + 1) * blockSize };
  }
}
