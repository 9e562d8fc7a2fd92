import type Database from 'better-sqlite3';
import { type CompiledQuery, Kysely } from 'kysely';
import type { Tables } from '../schema/tables.ts';
import { ImmediateDialect } from './immediate-dialect.ts';
import { PreparedQuery } from './prepared-query.ts';

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
    const { sql, parameters } = query.compile();
    return this.connection.prepare<unknown[], Row>(sql).all([...parameters]);
  }

  /** Reads within one transaction: on its own, each of many small reads takes longer for the lock than to read. */
  readTogether<Answer>(read: () => Answer): Answer {
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
