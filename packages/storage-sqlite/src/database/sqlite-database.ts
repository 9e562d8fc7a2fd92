import type Database from 'better-sqlite3';
import { type CompiledQuery, Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../schema/tables.ts';
import { ImmediateDialect } from './immediate-dialect.ts';

/** Every column of the row that could not be inserted, for `on conflict do update`. */
export function excluded(row: object): { readonly [column: string]: RawBuilder<never> } {
  return Object.fromEntries(
    Object.keys(row).map((column) => [column, sql<never>`${sql.ref(`excluded.${column}`)}`]),
  );
}

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

/**
 * The one connection to the file, with kysely on top. Everything runs synchronously on it, so a transaction that
 * does not wait within itself is alone; kysely's own `transaction()` waits, and is only used for migrations.
 */
export class SqliteDatabase {
  readonly connection: Database.Database;
  readonly kysely: Kysely<Tables>;
  readonly #begin: Database.Statement<[]>;
  readonly #end: Database.Statement<[]>;

  constructor(connection: Database.Database) {
    this.connection = connection;
    this.#begin = connection.prepare('begin');
    this.#end = connection.prepare('commit');
    this.kysely = new Kysely<Tables>({
      dialect: new ImmediateDialect(connection),
    });
  }

  /** Prepares a query that is run often and always has the same text. */
  prepare<Row>(query: { compile(): CompiledQuery<Row> }): PreparedQuery<Row> {
    return new PreparedQuery(this.connection, query);
  }

  /** Runs a query once, with the values it was built with. */
  all<Row>(query: { compile(): CompiledQuery<Row> }): readonly Row[] {
    const { sql: text, parameters } = query.compile();
    return this.connection.prepare<unknown[], Row>(text).all([...parameters]);
  }

  /** Reads within one transaction: on its own, each of many small reads takes longer for the lock than to read. */
  readTogether<Result>(read: () => Result): Result {
    if (this.connection.inTransaction) return read();
    this.#begin.run();
    try {
      return read();
    } finally {
      // After some errors SQLite has ended it by itself.
      if (this.connection.inTransaction) this.#end.run();
    }
  }

  close(): void {
    this.connection.close();
  }
}
