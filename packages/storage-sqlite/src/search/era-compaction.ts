import type { PreparedQuery } from '../database/prepared-query.ts';
import type { SqliteDatabase } from '../database/sqlite-database.ts';
import { type BackgroundStep, type BackgroundWork, rests } from '../write/background-step.ts';
import type { SearchIndex } from './search-index.ts';

/**
 * Merges the index of each era that is over into one piece, when there is nothing else to do: a search then looks up
 * every word once per era instead of once per piece.
 */
export class EraCompaction implements BackgroundWork {
  readonly #index: SearchIndex;
  readonly #compacted: Set<number>;
  readonly #note: PreparedQuery<unknown>;
  #underWay: number | undefined;

  constructor(database: SqliteDatabase, index: SearchIndex) {
    const { kysely } = database;
    const compacted = kysely.selectFrom('search_era').select('era').where('compacted', '=', 1);
    this.#index = index;
    this.#compacted = new Set(database.all(compacted).map(({ era }) => era));
    this.#note = database.prepare(
      kysely.updateTable('search_era').set({ compacted: 1 }).where('era', '=', 0),
    );
  }

  nextStep(idle: boolean): BackgroundStep | undefined {
    const era = idle ? this.#next() : undefined;
    if (era === undefined) return undefined;
    let isDone = false;
    const run = () => {
      isDone = this.#index.era(era)?.compact(this.#underWay !== era) ?? true;
      if (isDone) this.#note.run(1, era);
    };
    const committed = () => {
      this.#underWay = isDone ? undefined : era;
      if (isDone) this.#compacted.add(era);
    };
    return { command: { run }, rest: rests.idle, committed };
  }

  /** The oldest era that is over and not compacted; the newest is not over. */
  #next(): number | undefined {
    return this.#index.eras.slice(0, -1).find((era) => !this.#compacted.has(era));
  }
}
