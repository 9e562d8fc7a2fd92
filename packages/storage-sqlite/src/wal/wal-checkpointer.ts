import type { Logger } from '@filmgate/core';
import type Database from 'better-sqlite3';
import type { CheckpointClient } from './checkpoint-client.ts';

/** Interval between checks of the log's length, in commands. */
const commandsPerLook = 256;

/** Pages of the log from which on it is copied into the database (16 MiB). */
const copyFrom = 4096;

/** Maximum number of pages left that are copied at once so that the log starts over: 4 MiB, some 10 ms. */
const finishBelow = 1024;

/** Maximum number of pages of the log, whatever the thread is doing (128 MiB). */
const copyAtOnceFrom = 32_768;

interface LogState {
  /** Pages in the log. */
  readonly length: number;
  /** Pages of the log that are not in the database yet. */
  readonly uncopied: number;
}

export interface WalCheckpointerOptions {
  readonly connection: Database.Database;
  readonly checkpointClient: CheckpointClient;
  readonly log: Logger | undefined;
}

/**
 * Keeps the write-ahead log short. A thread copies most of it into the database while writing continues. The pages that
 * came in meanwhile are copied here, between two transactions, because a log only starts over when it is copied to its
 * end.
 */
export class WalCheckpointer {
  readonly #look: Database.Statement<[], { log: number; checkpointed: number }>;
  readonly #copy: Database.Statement<[]>;
  readonly #checkpointClient: CheckpointClient;
  readonly #log: Logger | undefined;
  #commandsSinceLook = 0;

  constructor({ connection, checkpointClient, log }: WalCheckpointerOptions) {
    // `NOOP` only reports the state (https://sqlite.org/pragma.html#pragma_wal_checkpoint).
    this.#look = connection.prepare('pragma wal_checkpoint(noop)');
    this.#copy = connection.prepare('pragma wal_checkpoint(passive)');
    this.#checkpointClient = checkpointClient;
    this.#log = log;
  }

  afterRound(commands: number): void {
    this.#commandsSinceLook += commands;
    if (this.#commandsSinceLook < commandsPerLook) return;
    this.#commandsSinceLook = 0;
    this.#try(() => {
      const { length, uncopied } = this.#state();
      if (length >= copyAtOnceFrom && uncopied > 0) this.#copy.all();
      else if (length >= copyFrom && uncopied > 0) this.#shorten(uncopied);
    });
  }

  async stop(): Promise<void> {
    await this.#checkpointClient.stop();
  }

  #shorten(uncopied: number): void {
    if (this.#checkpointClient.isBusy) return;
    if (uncopied < finishBelow) {
      this.#copy.all();
      return;
    }
    this.#checkpointClient.begin((report) => {
      // Without the thread the log is still bounded, by `copyAtOnceFrom`.
      if (report === 'done') this.#try(() => this.#shorten(this.#state().uncopied));
    });
  }

  /** A log that stays long does not affect those whose writes are in it; the next write reports a failing disk. */
  #try(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#log?.error('log-keeping-failed', error);
    }
  }

  #state(): LogState {
    const state = this.#look.get();
    const length = state?.log ?? 0;
    return { length, uncopied: length - (state?.checkpointed ?? 0) };
  }
}
