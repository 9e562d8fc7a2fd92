import type Database from 'better-sqlite3';
import type { CompiledQuery } from 'kysely';

/** What SQLite stores. */
export type SqlValue = string | number | null;

/**
 * A query compiled by kysely at its first run, and run by the values of its parameters in the order they stand in the text. The
 * values given while it was built are only placeholders.
 */
export class PreparedQuery<Row> {
  readonly #connection: Database.Database;
  readonly #query: { compile(): CompiledQuery<Row> };
  #prepared: Database.Statement<unknown[], Row> | undefined;

  constructor(connection: Database.Database, query: { compile(): CompiledQuery<Row> }) {
    this.#connection = connection;
    this.#query = query;
  }

  get #statement(): Database.Statement<unknown[], Row> {
    return (this.#prepared ??= this.#connection.prepare<unknown[], Row>(this.#query.compile().sql));
  }

  get(...values: readonly SqlValue[]): Row | undefined {
    return this.#statement.get(values);
  }

  all(...values: readonly SqlValue[]): readonly Row[] {
    return this.#statement.all(values);
  }

  /** Returns how many rows were changed. */
  run(...values: readonly SqlValue[]): number {
    return this.#statement.run(values).changes;
  }
}
