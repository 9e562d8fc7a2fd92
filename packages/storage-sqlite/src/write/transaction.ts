import type Database from 'better-sqlite3';
import { isDiskFailure } from '../faults/storage-fault.ts';
import type { Saved } from './batch.ts';

/**
 * Runs work in one immediate transaction, and writes the pending changes of memory at its end. Work and commit are
 * synchronous: no reader sees memory and database differ.
 */
export class Transaction {
  readonly #connection: Database.Database;
  readonly #begin: Database.Statement<[]>;
  readonly #commit: Database.Statement<[]>;
  readonly #saved: readonly Saved[];
  #inDoubt = false;

  constructor(connection: Database.Database, saved: readonly Saved[]) {
    this.#connection = connection;
    this.#begin = connection.prepare('begin immediate');
    this.#commit = connection.prepare('commit');
    this.#saved = saved;
  }

  run(work: () => void): void {
    this.#inDoubt = false;
    try {
      this.#rollBack();
      this.#begin.run();
      work();
      for (const saved of this.#saved) if (saved.isDirty()) saved.flush();
      this.#commitNow();
    } catch (error) {
      this.#rollBackAfter(error);
    }
    for (const saved of this.#saved) saved.flushed();
  }

  /**
   * True when the last failed transaction may still be found in the log after a crash: the disk failed while the commit
   * was being synced. In memory and for every reader it did not happen.
   */
  isInDoubt(): boolean {
    return this.#inDoubt;
  }

  /** SQLite rolls back automatically after some errors; a rollback that failed is repeated before the next begin. */
  #rollBack(): void {
    if (this.#connection.inTransaction) this.#connection.exec('rollback');
  }

  #rollBackAfter(error: unknown): never {
    try {
      this.#rollBack();
    } catch {
      // The caller must get the first error.
    }
    throw error;
  }

  #commitNow(): void {
    try {
      this.#commit.run();
    } catch (error) {
      this.#inDoubt = isDiskFailure(error);
      throw error;
    }
  }
}
