import { StorageUnavailable } from '@filmgate/core';
import { isDeviceFault, storageFault } from '../faults/storage-fault.ts';
import type { Command } from './batch.ts';
import { BatchLog } from './batch-log.ts';
import { systemTiming, type Timing } from './timing.ts';
import type { Transaction } from './transaction.ts';

/** More than this many commands are spread over several transactions, so that reads get their turn between. */
const commandsPerTransaction = 512;

/** What runs apart writes about as much as so many other commands. */
const weightApart = 32;

interface Pending {
  /** Runs the command; returns how it is answered once it is committed. */
  readonly run: (log: BatchLog) => () => void;
  readonly reject: (error: StorageUnavailable) => void;
}

export interface WriteQueueOptions {
  readonly transaction: Transaction;
  /** Told what was committed, before the commands are answered. */
  readonly events: Parameters<BatchLog['announce']>[0];
  /** Called after each round with the number of commands that were waiting for it, or what it counts for. */
  readonly afterRound: (commands: number) => void;
  readonly timing?: Pick<Timing, 'defer'>;
}

/**
 * All writes in the order they were asked for. What was asked for within one turn of the event loop is one
 * transaction and one sync of the disk; nothing is answered before its commit.
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

  /** As `submit`, in a transaction of its own: it neither delays what others ask for nor fails it. */
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

  /** Runs the commands in one transaction; when one of them breaks it, each in its own, so that only that one fails. */
  #attempt(pending: readonly Pending[]): void {
    const log = new BatchLog();
    const answers: (() => void)[] = [];
    try {
      this.#options.transaction.run(() => {
        for (const one of pending) answers.push(execute(one, log));
      });
    } catch (error) {
      log.revert();
      if (pending.length > 1 && !isDeviceFault(error))
        for (const one of pending) this.#attempt([one]);
      else this.#fail(pending, error);
      return;
    }
    log.announce(this.#options.events);
    for (const answer of answers) answer();
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

/** Runs one command and returns how it is answered once all are committed. */
function execute({ run, reject }: Pending, log: BatchLog): () => void {
  try {
    return run(log);
  } catch (error) {
    // Refused before it wrote anything: nobody else's concern.
    if (error instanceof StorageUnavailable) return () => reject(error);
    throw error;
  }
}
