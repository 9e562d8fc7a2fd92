import type { PreparedQuery } from '../database/prepared-query.ts';
import type { SqliteDatabase } from '../database/sqlite-database.ts';
import { type BackgroundStep, type BackgroundWork, rests } from '../write/background-step.ts';
import type { SearchIndex } from './search-index.ts';

/**
 * Merges pieces of the index when there is nothing else to do, for a search looks up every word once per piece: those
 * that additions left behind, those with many removed jobs, and everything there is of an era that is over.
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
    if (!idle) return undefined;
    const era = this.#uncompacted();
    return era === undefined ? this.#mergeStep() : this.#compactionStep(era);
  }

  #compactionStep(era: number): BackgroundStep {
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

  #mergeStep(): BackgroundStep | undefined {
    const era = this.#index.untidy;
    if (era === undefined) return undefined;
    let isDone = false;
    const run = () => {
      isDone = this.#index.era(era)?.merge() ?? true;
    };
    const committed = () => {
      if (isDone) this.#index.tidied(era);
    };
    return { command: { run }, rest: rests.idle, committed };
  }

  /**
   * The oldest era that is over and not compacted; the newest is not over, nor is one the index does not cover whole.
   */
  #uncompacted(): number | undefined {
    const { eras } = this.#index;
    return eras.slice(0, -1).find((era) => !this.#compacted.has(era) && this.#index.covers(era));
  }
}
