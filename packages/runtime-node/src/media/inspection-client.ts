import { Worker } from 'node:worker_threads';
import type { ByteReader, Logger, MediaType } from '@filmgate/core';
import type { ContainerInspection } from './inspect-container.ts';
import type { InspectionOrder, InspectionReport } from './inspection-messages.ts';

/** File of the thread, beside this module in sources and build. */
const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './inspection-thread.ts' : './inspection-thread.js',
  import.meta.url,
);

/** Connection to the thread, for one file at a time. */
export class InspectionClient {
  readonly #log: Logger;
  #worker: Worker | undefined;
  #answered: ((report: InspectionReport | undefined) => void) | undefined;
  #isClosed = false;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Returns the result of the thread; undefined when the thread has ended, or cannot be started. */
  async inspect(file: ByteReader, mediaType: MediaType): Promise<ContainerInspection | undefined> {
    if (!this.#isClosed) this.#worker ??= this.#start();
    const worker = this.#worker;
    if (worker === undefined) return undefined;
    // The program may have nothing else to wait for.
    worker.ref();
    try {
      let report = await this.#ask(worker, { kind: 'inspect', mediaType, size: file.size });
      while (report?.kind === 'read') {
        // A copy: the reader may have more in the same memory, and keep it.
        const bytes = new Uint8Array(await file.read(report.offset, report.length));
        report = await this.#ask(worker, { kind: 'bytes', bytes });
      }
      worker.unref();
      return report?.found;
    } catch (error) {
      // The thread waits for bytes that will not come.
      await worker.terminate();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  #ask(worker: Worker, order: InspectionOrder): Promise<InspectionReport | undefined> {
    // The thread may have ended while the file was read.
    if (this.#worker !== worker) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#answered = resolve;
      worker.postMessage(order, order.kind === 'bytes' ? [order.bytes.buffer] : []);
    });
  }

  #start(): Worker | undefined {
    try {
      const worker = new Worker(threadFile);
      worker.on('message', (report: InspectionReport) => this.#answered?.(report));
      worker.on('error', (error) => this.#log.error('inspection-thread-failed', error));
      worker.on('exit', () => {
        this.#worker = undefined;
        this.#answered?.(undefined);
      });
      return worker;
    } catch (error) {
      this.#log.error('inspection-thread-failed', error);
      return undefined;
    }
  }
}
