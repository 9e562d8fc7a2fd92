import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Logger, StorageUnavailable } from '@filmgate/core';
import Database from 'better-sqlite3';
import { storageFault } from '../faults/storage-fault.ts';
import type { Timing } from '../write/timing.ts';
import { LogClerk } from './log-clerk.ts';
import type { LogOrder, LogReport } from './request-log-messages.ts';

/** Error to throw when the thread of the request log did not return what was requested. */
export function logFault(response: WorkerResponse): StorageUnavailable {
  if (response.kind !== 'failed') {
    return new StorageUnavailable('The thread of the request log ended.', { applied: 'unknown' });
  }
  const { code, message } = response;
  return storageFault(code === null ? new Error(message) : new Database.SqliteError(message, code));
}

/** Carries out the orders on this thread, for a log in memory. */
export class NearClient implements WorkerClient {
  readonly #timing: Pick<Timing, 'defer'>;
  readonly #clerk: LogClerk;
  readonly #awaited = new Map<number, (response: WorkerResponse) => void>();
  #number = 0;
  #whenEnded: () => void = () => undefined;

  constructor(path: string, timing: Pick<Timing, 'defer'>) {
    this.#timing = timing;
    this.#clerk = new LogClerk({
      path,
      send: (report) => this.#settle(report.number, report),
      ended: () => this.#whenEnded(),
      defer: timing.defer,
    });
  }

  send(order: UnnumberedOrder, onResponse: (response: WorkerResponse) => void): void {
    this.#number += 1;
    const number = this.#number;
    this.#awaited.set(number, onResponse);
    this.#timing.defer(() => this.#clerk.take({ ...order, number }));
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#whenEnded = resolve;
      this.#timing.defer(() => this.#clerk.take({ kind: 'stop' }));
    });
    for (const number of this.#awaited.keys()) this.#settle(number, { kind: 'lost' });
  }

  #settle(number: number, response: WorkerResponse): void {
    const onResponse = this.#awaited.get(number);
    this.#awaited.delete(number);
    onResponse?.(response);
  }
}

/** Next to this module, as source or as built. */
const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './request-log-thread.ts' : './request-log-thread.js',
  import.meta.url,
);

/** An order without its number. */
export type UnnumberedOrder =
  | Omit<Extract<LogOrder, { readonly kind: 'write' }>, 'number'>
  | Omit<Extract<LogOrder, { readonly kind: 'list' }>, 'number'>
  | Omit<Extract<LogOrder, { readonly kind: 'count' }>, 'number'>
  | Omit<Extract<LogOrder, { readonly kind: 'remove' }>, 'number'>
  | Omit<Extract<LogOrder, { readonly kind: 'erase-prompts' }>, 'number'>
  | Omit<Extract<LogOrder, { readonly kind: 'remove-beyond' }>, 'number'>
  | Omit<Extract<LogOrder, { readonly kind: 'measure' }>, 'number'>
  | Omit<Extract<LogOrder, { readonly kind: 'record-sample' }>, 'number'>
  | Omit<Extract<LogOrder, { readonly kind: 'list-samples' }>, 'number'>
  | Omit<Extract<LogOrder, { readonly kind: 'remove-samples' }>, 'number'>;

/** Result of an order; `lost` when the thread ended before it responded. */
export type WorkerResponse = LogReport | { readonly kind: 'lost' };

/** Client of whatever carries out the orders of the log. */
export interface WorkerClient {
  /** Sends an order; `onResponse` is called once, on a later turn. */
  send(order: UnnumberedOrder, onResponse: (response: WorkerResponse) => void): void;
  /** Closes the log after all writes sent before. Running lists and counts are lost. */
  stop(): Promise<void>;
}

/** Client of the log's thread, which is started by the first order and again after it has died. */
export class LogWorkerClient implements WorkerClient {
  readonly #file: string;
  readonly #log: Logger | undefined;
  readonly #awaited = new Map<number, (response: WorkerResponse) => void>();
  #worker: Worker | undefined;
  #number = 0;

  constructor(file: string, log: Logger | undefined) {
    this.#file = file;
    this.#log = log;
  }

  send(order: UnnumberedOrder, onResponse: (response: WorkerResponse) => void): void {
    this.#number += 1;
    const number = this.#number;
    this.#awaited.set(number, onResponse);
    this.#worker ??= this.#start();
    this.#notify({ ...order, number });
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    const ended = once(worker, 'exit');
    // The process may have nothing else that keeps it alive until the thread has ended.
    worker.ref();
    this.#notify({ kind: 'stop' });
    await ended;
  }

  #start(): Worker {
    const worker = new Worker(threadFile, { workerData: this.#file });
    worker.unref();
    worker.on('message', (report: LogReport) => this.#settle(report.number, report));
    worker.on('error', (error) => this.#log?.error('request-log-thread-failed', error));
    worker.on('exit', () => {
      this.#worker = undefined;
      for (const number of this.#awaited.keys()) this.#settle(number, { kind: 'lost' });
    });
    return worker;
  }

  #notify(order: LogOrder): void {
    this.#worker?.postMessage(order);
  }

  #settle(number: number, response: WorkerResponse): void {
    const onResponse = this.#awaited.get(number);
    this.#awaited.delete(number);
    onResponse?.(response);
  }
}
