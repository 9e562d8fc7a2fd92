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

/** An insertion compiled by kysely from its first row; later rows must have the same columns in the same order. */
export class PreparedInsert<Row extends object> {
  readonly #connection: Database.Database;
  readonly #build: (row: Row) => { compile(): CompiledQuery };
  #statement: Database.Statement | undefined;

  constructor(connection: Database.Database, build: (row: Row) => { compile(): CompiledQuery }) {
    this.#connection = connection;
    this.#build = build;
  }

  /** Returns the number of changed rows. */
  run(row: Row): number {
    this.#statement ??= this.#connection.prepare(this.#build(row).compile().sql);
    return this.#statement.run(Object.values(row)).changes;
  }
}

/** A value SQLite can store. */
export type SqlValue = string | number | null;

/** A query compiled by kysely at its first run, with placeholders; runs pass parameters in the order of the text. */
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

  /** Returns the number of changed rows. */
  run(...values: readonly SqlValue[]): number {
    return this.#statement.run(values).changes;
  }
}

/**
 * The only connection to the file, with kysely on top. Everything runs synchronously on it, so a transaction that does
 * not wait within itself has no concurrent one; kysely's own `transaction()` waits, and is only used for migrations.
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

  /** Prepares a query that runs often and always has the same text. */
  prepare<Row>(query: { compile(): CompiledQuery<Row> }): PreparedQuery<Row> {
    return new PreparedQuery(this.connection, query);
  }

  /** Runs a query once, with the values it was built with. */
  all<Row>(query: { compile(): CompiledQuery<Row> }): readonly Row[] {
    const { sql: text, parameters } = query.compile();
    return this.connection.prepare<unknown[], Row>(text).all([...parameters]);
  }

  /** Reads within one transaction: alone, a small read spends more time on the lock than on reading. */
  readTogether<Result>(read: () => Result): Result {
    if (this.connection.inTransaction) return read();
    this.#begin.run();
    try {
      return read();
    } finally {
      // After some errors SQLite has ended the transaction automatically.
      if (this.connection.inTransaction) this.#end.run();
    }
  }

  close(): void {
    this.connection.close();
  }
}
