import { type Job, StorageUnavailable } from '@filmgate/core';
import { isDeviceFault, storageFault } from '../faults/storage-fault.ts';
import type { Batch, Command } from './batch.ts';
import { systemTiming, type Timing } from './timing.ts';
import type { Transaction } from './transaction.ts';

/** A batch as the write queue sees it. */
export class BatchLog implements Batch {
  readonly #undoSteps: (() => void)[] = [];
  readonly #changedJobs: Job[] = [];
  #workFound = false;

  undo(step: () => void): void {
    this.#undoSteps.push(step);
  }

  changed(job: Job): void {
    this.#changedJobs.push(job);
  }

  workFound(): void {
    this.#workFound = true;
  }

  /** Undoes every change in memory, newest first. */
  revert(): void {
    for (let step = this.#undoSteps.pop(); step !== undefined; step = this.#undoSteps.pop()) step();
  }

  /** Announces the committed changes, in the order they happened. */
  announce(events: { announce(job: Job): void; announceWork(): void }): void {
    for (const job of this.#changedJobs) events.announce(job);
    if (this.#workFound) events.announceWork();
  }
}

/** Maximum number of commands in a transaction; more are split over several, so that reads run in between. */
const commandsPerTransaction = 512;

/** Number of commands whose writes equal those of a command that runs apart. */
const weightApart = 32;

interface Pending {
  /** Runs the command; returns the function that settles it after the commit. */
  readonly run: (log: BatchLog) => () => void;
  readonly reject: (error: StorageUnavailable) => void;
}

export interface WriteQueueOptions {
  readonly transaction: Transaction;
  /** Receives the committed changes, before the commands are settled. */
  readonly events: Parameters<BatchLog['announce']>[0];
  /** Called after each round with the number of commands that were waiting for it, or their equivalent. */
  readonly afterRound: (commands: number) => void;
  readonly timing?: Pick<Timing, 'defer'>;
}

/**
 * All writes in the order they were requested. Writes requested within one turn of the event loop are one transaction
 * and one sync of the disk; nothing is settled before its commit.
 */
export class WriteQueue {
  readonly #options: WriteQueueOptions;
  readonly #defer: Timing['defer'];
  #waiting: Pending[] = [];
  #scheduled = false;

  constructor(options: WriteQueueOptions) {
    this.#options = options;
    this.#defer = (options.timing ?? systemTiming).defer;
  }

  /** Runs the command in the next transaction; rejects with `StorageUnavailable` only. */
  submit<Outcome>(command: Command<Outcome>): Promise<Outcome> {
    return new Promise<Outcome>((resolve, reject) => {
      this.#waiting.push(toPending(command, resolve, reject));
      this.#schedule();
    });
  }

  /** Like `submit`, in a separate transaction: it neither delays other commands nor makes them fail. */
  submitApart<Outcome>(command: Command<Outcome>): Promise<Outcome> {
    return new Promise<Outcome>((resolve, reject) => {
      this.#defer(() => {
        this.#attempt([toPending(command, resolve, reject)]);
        this.#options.afterRound(weightApart);
      });
    });
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#defer(() => {
      this.#scheduled = false;
      this.#round();
    });
  }

  #round(): void {
    const waiting = this.#waiting;
    this.#waiting =
      waiting.length > commandsPerTransaction ? waiting.splice(commandsPerTransaction) : [];
    this.#attempt(waiting);
    this.#options.afterRound(waiting.length);
    if (this.#waiting.length > 0) this.#schedule();
  }

  /** Runs the commands in one transaction; if one breaks it, each runs in its own, so that only that one fails. */
  #attempt(pending: readonly Pending[]): void {
    const log = new BatchLog();
    const responses: (() => void)[] = [];
    try {
      this.#options.transaction.run(() => {
        for (const one of pending) responses.push(execute(one, log));
      });
    } catch (error) {
      log.revert();
      if (pending.length > 1 && !isDeviceFault(error))
        for (const one of pending) this.#attempt([one]);
      else this.#fail(pending, error);
      return;
    }
    log.announce(this.#options.events);
    for (const response of responses) response();
  }

  #fail(pending: readonly Pending[], error: unknown): void {
    const applied = this.#options.transaction.isInDoubt() ? 'unknown' : 'no';
    const fault = storageFault(error, applied);
    for (const one of pending) one.reject(fault);
  }
}

function toPending<Outcome>(
  command: Command<Outcome>,
  resolve: (outcome: Outcome) => void,
  reject: (error: StorageUnavailable) => void,
): Pending {
  const run = (log: BatchLog) => {
    const outcome = command.run(log);
    return () => resolve(outcome);
  };
  return { run, reject };
}

/** Runs one command and returns the function that settles it once all are committed. */
function execute({ run, reject }: Pending, log: BatchLog): () => void {
  try {
    return run(log);
  } catch (error) {
    // Refused before its first write: does not concern other work.
    if (error instanceof StorageUnavailable) return () => reject(error);
    throw error;
  }
}
