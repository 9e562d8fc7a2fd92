import type Database from 'better-sqlite3';
import { isDiskFailure } from '../faults/storage-fault.ts';
import type { Saved } from './batch.ts';

/**
 * Runs work in one immediate transaction, with everything memory still owes the database written at its end.
 * Work and commit are synchronous: no reader sees memory and database differ.
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
   * Whether the last transaction failed in such a way that it may yet be found in the log after a crash: the disk
   * failed while the commit was being synced. In memory and for every reader it did not happen.
   */
  isInDoubt(): boolean {
    return this.#inDoubt;
  }

  /** Whether memory holds something that waits for the next transaction. */
  owes(): boolean {
    return this.#saved.some((saved) => saved.isDirty());
  }

  /** SQLite rolls back by itself after some errors; a rollback the disk refused is done before the next begin. */
  #rollBack(): void {
    if (this.#connection.inTransaction) this.#connection.exec('rollback');
  }

  #rollBackAfter(error: unknown): never {
    try {
      this.#rollBack();
    } catch {
      // What went wrong first is what the caller must know.
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
