import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Logger } from '@filmgate/core';
import type { CheckpointOrder, CheckpointReport } from './checkpoint-messages.ts';

/** Next to this module, as source or as built. */
const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './checkpoint-thread.ts' : './checkpoint-thread.js',
  import.meta.url,
);

/** A thread that copies the log into the database; started when first needed. */
export class CheckpointClient {
  readonly #file: string;
  readonly #log: Logger | undefined;
  #worker: Worker | undefined;
  #whenDone: ((report: CheckpointReport) => void) | undefined;

  constructor(file: string, log: Logger | undefined) {
    this.#file = file;
    this.#log = log;
  }

  /** True while a checkpoint is running. */
  get isBusy(): boolean {
    return this.#whenDone !== undefined;
  }

  /** Starts a checkpoint; `whenDone` is called on a later turn. Precondition: none is running. */
  begin(whenDone: (report: CheckpointReport) => void): void {
    this.#whenDone = whenDone;
    this.#worker ??= this.#start();
    this.#notify('checkpoint');
  }

  /** Ends the thread; a running checkpoint is finished first. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#whenDone = undefined;
    if (worker === undefined) return;
    const ended = once(worker, 'exit');
    // The process may have nothing else that keeps it alive until the thread has ended.
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
