import type { Job } from '@filmgate/core';
import type { PreparedQuery } from '../database/prepared-query.ts';
import type { SqliteDatabase } from '../database/sqlite-database.ts';
import type { Batch } from '../write/batch.ts';
import { EraIndex, positionsPerEra } from './era-index.ts';
import { MarkWords } from './mark-words.ts';

/** The full-text index of finished jobs, in eras of so many positions each. */
export class SearchIndex {
  readonly #database: SqliteDatabase;
  readonly #eras = new Map<number, EraIndex>();
  readonly #words = new MarkWords();
  readonly #added = new Set<EraIndex>();
  readonly #note: PreparedQuery<unknown>;
  readonly #forget: PreparedQuery<unknown>;
  #revision = 0;

  constructor(database: SqliteDatabase) {
    const { kysely } = database;
    this.#database = database;
    this.#note = database.prepare(kysely.insertInto('search_era').values({ era: 0 }));
    this.#forget = database.prepare(kysely.deleteFrom('search_era').where('era', '=', 0));
    for (const { era } of database.all(kysely.selectFrom('search_era').select('era'))) {
      this.#eras.set(era, new EraIndex(database, era));
    }
  }

  /** Another one after each addition. */
  get revision(): number {
    return this.#revision;
  }

  /** The eras there are, oldest first. */
  get eras(): readonly number[] {
    return [...this.#eras.keys()].toSorted((one, other) => one - other);
  }

  era(number: number): EraIndex | undefined {
    return this.#eras.get(number);
  }

  add(batch: Batch, position: number, job: Job): void {
    const era = this.#obtain(batch, Math.floor(position / positionsPerEra));
    era.add(position, job, this.#words);
    this.#revision += 1;
    this.#added.add(era);
  }

  /** To be called once per batch of additions, with their number. */
  tidy(additions: number): void {
    for (const era of this.#added) era.tidy(additions);
    this.#added.clear();
  }

  remove(position: number): void {
    this.#eras.get(Math.floor(position / positionsPerEra))?.remove(position);
  }

  /** Drops the eras that lie before every job there is. */
  dropBefore(batch: Batch, position: number): void {
    const oldest = Math.floor(position / positionsPerEra);
    for (const [number, era] of [...this.#eras].filter(([one]) => one < oldest)) {
      batch.undo(() => void this.#eras.set(number, era));
      this.#eras.delete(number);
      EraIndex.drop(this.#database, number);
      this.#forget.run(number);
    }
  }

  #obtain(batch: Batch, number: number): EraIndex {
    const known = this.#eras.get(number);
    if (known !== undefined) return known;
    const era = EraIndex.create(this.#database, number);
    this.#note.run(number);
    this.#eras.set(number, era);
    batch.undo(() => {
      this.#eras.delete(number);
      this.#added.delete(era);
    });
    return era;
  }
}
