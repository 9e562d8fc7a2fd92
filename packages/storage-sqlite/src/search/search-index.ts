import type { Job } from '@filmgate/core';
import type { PreparedQuery } from '../database/prepared-query.ts';
import type { SqliteDatabase } from '../database/sqlite-database.ts';
import type { Batch } from '../write/batch.ts';
import { EraIndex, positionsPerEra } from './era-index.ts';
import { sliceWord } from './index-slices.ts';
import { MarkWords } from './mark-words.ts';

/**
 * The full-text index of finished jobs, in eras of so many positions each. It has every listed job from `from` on and
 * none before: a file an earlier release has written is indexed anew backwards, a little at a time.
 */
export class SearchIndex {
  readonly #database: SqliteDatabase;
  readonly #eras = new Map<number, EraIndex>();
  readonly #words = new MarkWords();
  readonly #added = new Set<EraIndex>();
  /** Eras in which something may be worth merging. */
  readonly #untidy = new Set<number>();
  readonly #note: PreparedQuery<unknown>;
  readonly #forget: PreparedQuery<unknown>;
  readonly #noteErased: PreparedQuery<unknown>;
  readonly #noteFrom: PreparedQuery<unknown>;
  #from: number;
  #revision = 0;

  constructor(database: SqliteDatabase) {
    const { kysely } = database;
    this.#database = database;
    this.#note = database.prepare(kysely.insertInto('search_era').values({ era: 0 }));
    this.#forget = database.prepare(kysely.deleteFrom('search_era').where('era', '=', 0));
    this.#noteErased = database.prepare(
      kysely.updateTable('search_era').set({ erased: 1 }).where('era', '=', 0),
    );
    this.#noteFrom = database.prepare(kysely.updateTable('store').set({ searched_from: 0 }));
    const [store] = database.all(kysely.selectFrom('store').select('searched_from'));
    this.#from = store?.searched_from ?? 0;
    for (const { era } of database.all(kysely.selectFrom('search_era').select('era'))) {
      this.#eras.set(era, new EraIndex(database, era));
      this.#untidy.add(era);
    }
  }

  /** The first position the index covers. */
  get from(): number {
    return this.#from;
  }

  /** Another one after each addition. */
  get revision(): number {
    return this.#revision;
  }

  /** The eras there are, oldest first. */
  get eras(): readonly number[] {
    return [...this.#eras.keys()].toSorted((one, other) => one - other);
  }

  /** An era in which something may be worth merging. */
  get untidy(): number | undefined {
    const [era] = this.#untidy;
    return era;
  }

  /** Whether it covers all positions of an era. */
  covers(era: number): boolean {
    return era * positionsPerEra >= this.#from;
  }

  era(number: number): EraIndex | undefined {
    return this.#eras.get(number);
  }

  /** Does nothing for a position it does not cover yet. */
  add(batch: Batch, position: number, job: Job): void {
    if (position < this.#from) return;
    const number = Math.floor(position / positionsPerEra);
    const era = this.#obtain(batch, number);
    era.add({ position, job, slice: this.#words.of('slice', sliceWord(position)) }, this.#words);
    this.#revision += 1;
    this.#added.add(era);
    this.#untidy.add(number);
  }

  /** Covers earlier positions too: those from one on whose listed jobs, given in order, are not in the index yet. */
  extend(
    batch: Batch,
    from: number,
    jobs: readonly { readonly position: number; readonly job: Job }[],
  ): void {
    const before = this.#from;
    batch.undo(() => {
      this.#from = before;
      this.#revision += 1;
    });
    this.#from = from;
    this.#revision += 1;
    this.#noteFrom.run(from);
    for (const { position, job } of jobs) this.add(batch, position, job);
  }

  /** To be called once per batch of additions, with their number. */
  tidy(additions: number): void {
    for (const era of this.#added) era.tidy(additions);
    this.#added.clear();
  }

  /** Notes that nothing in an era is worth merging now. */
  tidied(era: number): void {
    this.#untidy.delete(era);
  }

  remove(position: number): void {
    const number = Math.floor(position / positionsPerEra);
    if (position < this.#from) return;
    this.#eras.get(number)?.remove(position);
    this.#untidy.add(number);
  }

  /** Notes that an era has terms of what was erased, until its pieces are merged. */
  noteErased(position: number): void {
    this.#noteErased.run(1, Math.floor(position / positionsPerEra));
  }

  /** Drops the eras that lie before every job there is. */
  dropBefore(batch: Batch, position: number): void {
    const oldest = Math.floor(position / positionsPerEra);
    for (const [number, era] of [...this.#eras].filter(([one]) => one < oldest)) {
      batch.undo(() => void this.#eras.set(number, era));
      this.#eras.delete(number);
      this.#untidy.delete(number);
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
      this.#untidy.delete(number);
      this.#added.delete(era);
    });
    return era;
  }
}
