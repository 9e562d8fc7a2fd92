import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Logger } from '@filmgate/core';
import type { CheckpointOrder, CheckpointReport } from './checkpoint-messages.ts';

/** Beside this module, as source or as built. */
const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './checkpoint-thread.ts' : './checkpoint-thread.js',
  import.meta.url,
);

/** A thread that copies the log into the database; started when it is first needed. */
export class CheckpointClient {
  readonly #file: string;
  readonly #log: Logger | undefined;
  #worker: Worker | undefined;
  #whenDone: ((report: CheckpointReport) => void) | undefined;

  constructor(file: string, log: Logger | undefined) {
    this.#file = file;
    this.#log = log;
  }

  /** Whether a checkpoint is under way. */
  get isBusy(): boolean {
    return this.#whenDone !== undefined;
  }

  /** Begins one; `whenDone` is called on a later turn. Precondition: none is under way. */
  begin(whenDone: (report: CheckpointReport) => void): void {
    this.#whenDone = whenDone;
    this.#worker ??= this.#start();
    this.#notify('checkpoint');
  }

  /** Ends the thread; a checkpoint under way is finished first. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#whenDone = undefined;
    if (worker === undefined) return;
    const ended = once(worker, 'exit');
    // Nothing else may be keeping the process from ending before the thread has.
    worker.ref();
    this.#notify('stop');
    await ended;
  }

  #start(): Worker {
    const worker = new Worker(threadFile, { workerData: this.#file });
    worker.unref();
    worker.on('message', (report: CheckpointReport) => this.#finish(report));
    worker.on('error', (error) => this.#log?.error('checkpoint-thread-failed', error));
    worker.on('exit', () => {
      this.#worker = undefined;
      this.#finish('failed');
    });
    return worker;
  }

  #notify(order: CheckpointOrder): void {
    this.#worker?.postMessage(order);
  }

  #finish(report: CheckpointReport): void {
    const whenDone = this.#whenDone;
    this.#whenDone = undefined;
    whenDone?.(report);
  }
}
