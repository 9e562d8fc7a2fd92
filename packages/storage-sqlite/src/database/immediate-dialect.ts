import type Database from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

/**
 * kysely's SQLite dialect with two corrections. A transaction takes the write lock when it begins (a deferred one that
 * reads first fails at its first write, without waiting). The error that made SQLite roll back automatically is not
 * replaced by the error of a second rollback. Migrations run in a transaction, which SQLite supports.
 */
export class ImmediateDialect implements Dialect {
  readonly #connection: Database.Database;

  constructor(connection: Database.Database) {
    this.#connection = connection;
  }

  createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#connection);
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

class ImmediateDriver extends SqliteDriver {
  readonly #connection: Database.Database;

  constructor(connection: Database.Database) {
    super({ database: connection });
    this.#connection = connection;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.inTransaction) await super.rollbackTransaction(connection);
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
