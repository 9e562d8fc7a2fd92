import type Database from 'better-sqlite3';
import type { CompiledQuery } from 'kysely';

/**
 * An insertion compiled by kysely from its first row and run with the values of the later ones. Every row must
 * have the same columns in the same order.
 */
export class PreparedInsert<Row extends object> {
  readonly #connection: Database.Database;
  readonly #build: (row: Row) => { compile(): CompiledQuery };
  #statement: Database.Statement | undefined;

  constructor(connection: Database.Database, build: (row: Row) => { compile(): CompiledQuery }) {
    this.#connection = connection;
    this.#build = build;
  }

  /** Returns how many rows were changed. */
  run(row: Row): number {
    this.#statement ??= this.#connection.prepare(this.#build(row).compile().sql);
    return this.#statement.run(Object.values(row)).changes;
  }
}
