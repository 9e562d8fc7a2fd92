import type { FinalJobState, SurfaceName } from '@filmgate/core';
import type { SqliteDatabase } from '../database/sqlite-database.ts';
import type { Batch } from '../write/batch.ts';

/** Stored in the database: the meaning of a number never changes. */
const stateNumbers: { readonly [S in FinalJobState]: number } = { completed: 0, failed: 1 };

/**
 * Every surface that ever had a job, each with a permanent number. An owner's finished jobs of one surface and one
 * final state are a partition, whose number (the column `shelf`) is computed from both.
 */
export class Surfaces {
  readonly #numbers = new Map<SurfaceName, number>();
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: SqliteDatabase) {
    this.#statements = prepareStatements(database);
    for (const { number, name } of this.#statements.all.all()) this.#numbers.set(name, number);
  }

  /** Numbers a new surface. Called before its first job is accepted, so that every job's surface has a number. */
  enter(batch: Batch, surface: SurfaceName): void {
    if (this.#numbers.has(surface)) return;
    const number = Math.max(-1, ...this.#numbers.values()) + 1;
    this.#statements.insert.run(number, surface);
    this.#numbers.set(surface, number);
    batch.undo(() => void this.#numbers.delete(surface));
  }

  /** @throws Error when the database has a job of a surface it does not know */
  partitionOf(surface: SurfaceName, state: FinalJobState): number {
    const number = this.#numbers.get(surface);
    if (number === undefined) throw new Error(`the database does not have the surface ${surface}`);
    return partition(number, state);
  }

  /** Partitions that may hold jobs of this surface (null = any) and these states. */
  partitionsOf(surface: SurfaceName | null, states: readonly FinalJobState[]): readonly number[] {
    const asked = [...this.#numbers].filter(([name]) => surface === null || name === surface);
    return asked.flatMap(([, number]) => states.map((state) => partition(number, state)));
  }
}

function partition(surface: number, state: FinalJobState): number {
  return surface * Object.keys(stateNumbers).length + stateNumbers[state];
}

function prepareStatements(database: SqliteDatabase) {
  const { kysely } = database;
  return {
    all: database.prepare(kysely.selectFrom('surface').selectAll()),
    insert: database.prepare(kysely.insertInto('surface').values({ number: 0, name: '' })),
  };
}
