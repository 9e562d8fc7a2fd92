import { type Logger, JobListeners } from '@filmgate/core';
import type { FileOwnership } from '../database/own-file.ts';
import { CheckpointClient } from '../wal/checkpoint-client.ts';
import { WalCheckpointer } from '../wal/wal-checkpointer.ts';
import { BackgroundRunner } from '../write/background-runner.ts';
import type { RollbackDetector } from '../data-loss/rollback-detector.ts';
import { Transaction } from '../write/transaction.ts';
import { WriteQueue } from '../write/write-queue.ts';
import { StoreAccess } from './store-access.ts';
import type { StoreState } from './store-state.ts';

export interface RunningStoreOptions {
  readonly state: StoreState;
  readonly past: RollbackDetector;
  /** Absent for a database in memory. */
  readonly ownership: FileOwnership | undefined;
  readonly log: Logger | undefined;
}

/** An open store: its memory, its writes to the disk, and its background work. */
export class RunningStore {
  /** For calls that need the complete history; refuses while a part of it is lost. */
  readonly access: StoreAccess;
  /** For calls that continue to work during a loss. */
  readonly accessWhileLost: StoreAccess;
  readonly events: JobListeners;
  readonly past: RollbackDetector;
  readonly #options: RunningStoreOptions;
  readonly #background: BackgroundRunner;
  readonly #walCheckpointer: WalCheckpointer | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: RunningStoreOptions) {
    const { state, past, log, ownership } = options;
    const { connection } = state.database;
    this.#options = options;
    this.past = past;
    this.events = new JobListeners(log);
    const queue = new WriteQueue({
      // The history last: it counts what all others wrote.
      transaction: new Transaction(connection, [...savedParts(state), past]),
      events: this.events,
      timing: state.timing,
      afterRound: (commands) => this.#afterRound(commands),
    });
    this.access = new StoreAccess(state, queue, () => past.refusal());
    this.accessWhileLost = new StoreAccess(state, queue);
    this.#background = new BackgroundRunner({
      works: [state.lists, state.keys, state.indexFollower],
      queue,
      timing: state.timing,
      log,
    });
    // An index that is behind catches up although nothing is written.
    if (state.search.from > 0) this.#background.afterRound();
    this.#walCheckpointer =
      ownership === undefined
        ? undefined
        : new WalCheckpointer({
            connection,
            checkpointClient: new CheckpointClient(ownership.file, log),
            log,
          });
  }

  async ping(): Promise<void> {
    this.past.check();
    await this.access.read(({ database }) => void database.connection.pragma('user_version'));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { state, past, ownership, log } = this.#options;
    this.#background.stop();
    state.users.flushNow();
    state.sessions.flushNow();
    const written = this.accessWhileLost.write(() => undefined);
    this.access.shut();
    this.accessWhileLost.shut();
    await written.catch((error: unknown) => log?.error('last-write-failed', error));
    await past.stop();
    await this.#walCheckpointer?.stop();
    this.events.silence();
    state.database.close();
    ownership?.release();
  }

  #afterRound(commands: number): void {
    this.#background.afterRound();
    this.#walCheckpointer?.afterRound(commands);
  }
}

/** Parts written at the end of every transaction; owners before the users that are owners. */
function savedParts(state: StoreState) {
  const { owners, jobCounts, accounts, creation, dueInstants, users, sessions, values } = state;
  return [
    owners,
    jobCounts,
    accounts.entries,
    creation,
    dueInstants,
    users.entries,
    sessions.entries,
    values,
  ];
}
