import type Database from 'better-sqlite3';

/** Enough for every fixed statement and the shapes lists take; beyond it the oldest are prepared anew. */
const statementsKept = 400;

/** Prepared statements by their text: preparing costs more than running most of them. */
export class StatementCache {
  readonly #connection: Database.Database;
  readonly #statements = new Map<string, Database.Statement<unknown[]>>();

  constructor(connection: Database.Database) {
    this.#connection = connection;
  }

  /** The shape kysely's SQLite driver asks for. */
  prepare(sql: string): Database.Statement<unknown[]> {
    const kept = this.#statements.get(sql);
    if (kept !== undefined) return kept;
    const statement = this.#connection.prepare<unknown[]>(sql);
    if (this.#statements.size >= statementsKept) this.#dropOldest();
    this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }

  #dropOldest(): void {
    const oldest = this.#statements.keys().next();
    if (oldest.done !== true) this.#statements.delete(oldest.value);
  }
}
