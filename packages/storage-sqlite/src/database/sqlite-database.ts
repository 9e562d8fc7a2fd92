import type Database from 'better-sqlite3';
import { type CompiledQuery, Kysely } from 'kysely';
import type { Tables } from '../schema/tables.ts';
import { ImmediateDialect } from './immediate-dialect.ts';
import { PreparedQuery } from './prepared-query.ts';
import { StatementCache } from './statement-cache.ts';

/**
 * The one connection to the file, with kysely on top. Everything runs synchronously on it, so a transaction that
 * does not wait within itself is alone; kysely's own `transaction()` waits, and is only used for migrations.
 */
export class SqliteDatabase {
  readonly connection: Database.Database;
  readonly kysely: Kysely<Tables>;
  readonly #statements: StatementCache;

  constructor(connection: Database.Database) {
    this.connection = connection;
    this.#statements = new StatementCache(connection);
    this.kysely = new Kysely<Tables>({
      dialect: new ImmediateDialect({ connection, statements: this.#statements }),
    });
  }

  /** Prepares a query that is run often and always has the same text. */
  prepare<Row>(query: { compile(): CompiledQuery<Row> }): PreparedQuery<Row> {
    return new PreparedQuery(this.connection, query);
  }

  /** Runs a query whose text depends on what was asked for; the values are those it was built with. */
  all<Row>(query: { compile(): CompiledQuery<Row> }): readonly Row[] {
    const { sql, parameters } = query.compile();
    // The statement's rows are those of the query it was compiled from.
    return this.#statements.prepare(sql).all([...parameters]) as readonly Row[];
  }

  close(): void {
    this.#statements.close();
  }
}
