import type Database from 'better-sqlite3';
import type { Checkpointer } from './checkpointer.ts';

/** How often the length of the log is looked at: after so many commands. */
const commandsPerLook = 256;

/** Pages of the log from which on it is copied into the database (16 MiB). */
const copyFrom = 4096;

/** What is left at most when the rest is copied at once, after which the log begins anew (4 MiB, some 10 ms). */
const finishBelow = 1024;

/** Pages no log gets beyond, whatever the thread is doing (128 MiB). */
const copyAtOnceFrom = 32_768;

interface LogState {
  /** Pages in the log. */
  readonly length: number;
  /** Pages of it that are not in the database yet. */
  readonly uncopied: number;
}

/**
 * Keeps the write-ahead log short. A thread copies most of it into the database while writing goes on; the little
 * that came in meanwhile is copied here, between two transactions, because only a log that is copied to its end
 * begins anew.
 */
export class LogKeeper {
  readonly #look: Database.Statement<[], { log: number; checkpointed: number }>;
  readonly #copy: Database.Statement<[]>;
  readonly #checkpointer: Checkpointer;
  #commandsSinceLook = 0;

  constructor(connection: Database.Database, checkpointer: Checkpointer) {
    // `NOOP` only tells (https://sqlite.org/pragma.html#pragma_wal_checkpoint).
    this.#look = connection.prepare('pragma wal_checkpoint(noop)');
    this.#copy = connection.prepare('pragma wal_checkpoint(passive)');
    this.#checkpointer = checkpointer;
  }

  afterRound(commands: number): void {
    this.#commandsSinceLook += commands;
    if (this.#commandsSinceLook < commandsPerLook) return;
    this.#commandsSinceLook = 0;
    const { length, uncopied } = this.#state();
    if (length >= copyAtOnceFrom && uncopied > 0) this.#copy.all();
    else if (length >= copyFrom && uncopied > 0) this.#shorten(uncopied);
  }

  async stop(): Promise<void> {
    await this.#checkpointer.stop();
  }

  #shorten(uncopied: number): void {
    if (this.#checkpointer.isBusy) return;
    if (uncopied < finishBelow) {
      this.#copy.all();
      return;
    }
    this.#checkpointer.begin((report) => {
      // Without the thread the log is still bounded, by `copyAtOnceFrom`.
      if (report === 'done') this.#shorten(this.#state().uncopied);
    });
  }

  #state(): LogState {
    const state = this.#look.get();
    const length = state?.log ?? 0;
    return { length, uncopied: length - (state?.checkpointed ?? 0) };
  }
}
