import Database from 'better-sqlite3';
import type { Timing } from '../write/timing.ts';
import { RequestLogFile } from './request-log-file.ts';
import type { LogOrder, LogReport } from './request-log-messages.ts';

/** An order that has a response. */
type Asked = Exclude<LogOrder, { readonly kind: 'stop' }>;

export interface LogClerkOptions {
  /** Path of the log's file; `:memory:` for one in memory. */
  readonly path: string;
  readonly send: (report: LogReport) => void;
  /** Called once the file is closed. */
  readonly ended: () => void;
  readonly defer: Timing['defer'];
}

/** Carries out the orders for one log in the order they arrive; lists and counts yield to later orders. */
export class LogClerk {
  readonly #options: LogClerkOptions;
  #opened: Promise<RequestLogFile> | undefined;
  #file: RequestLogFile | undefined;
  #turn = Promise.resolve();

  constructor(options: LogClerkOptions) {
    this.#options = options;
  }

  take(order: LogOrder): void {
    // Opening waits; until then, orders keep their sequence.
    this.#turn = this.#turn.then(() =>
      order.kind === 'stop' ? this.#stop() : this.#response(order),
    );
  }

  async #response(order: Asked): Promise<void> {
    try {
      this.#report(this.#carryOut(await this.#open(), order));
    } catch (error) {
      this.#report(failed(order, error));
    }
  }

  #carryOut(file: RequestLogFile, order: Asked): LogReport | undefined {
    const { kind, number } = order;
    switch (kind) {
      case 'write':
        return { kind: 'written', number, misfits: file.write(order.cells) };
      case 'remove':
        return { kind: 'removed', number, rows: file.removeBefore(order) };
      case 'erase-prompts':
        return { kind: 'removed', number, rows: file.erasePrompts(order) };
      case 'remove-beyond':
        return { kind: 'removed', number, rows: file.removeBeyond(order) };
      case 'measure':
        return { kind: 'measured', number, bytes: file.bytes() };
      case 'list':
        this.#step(order, file.list(order.query), (page) => ({ kind: 'listed', number, page }));
        return undefined;
      case 'count':
        this.#step(order, file.countOverTime(order.query), (buckets) => ({
          kind: 'counted',
          number,
          buckets,
        }));
        return undefined;
      case 'record-sample':
        file.samples.record(order.sample);
        return { kind: 'sample-recorded', number };
      case 'list-samples':
        this.#step(order, file.samples.list(order.query), (summaries) => ({
          kind: 'samples-listed',
          number,
          summaries,
        }));
        return undefined;
      case 'remove-samples':
        return { kind: 'removed', number, rows: file.samples.removeBefore(order) };
    }
  }

  /** Runs one step of a list or a count; the next step follows after whatever has arrived meanwhile. */
  #step<Result>(
    order: Asked,
    steps: Generator<void, Result>,
    reportOf: (result: Result) => LogReport,
  ): void {
    if (this.#file === undefined) return;
    try {
      const step = steps.next();
      if (step.done === true) {
        this.#report(reportOf(step.value));
        return;
      }
    } catch (error) {
      this.#report(failed(order, error));
      return;
    }
    this.#options.defer(() => this.#step(order, steps, reportOf));
  }

  /** A log that cannot be opened now may be opened later, for example once a full disk has room. */
  async #open(): Promise<RequestLogFile> {
    this.#opened ??= RequestLogFile.open(this.#options.path);
    try {
      this.#file = await this.#opened;
      return this.#file;
    } catch (error) {
      this.#opened = undefined;
      throw error;
    }
  }

  #report(report: LogReport | undefined): void {
    if (report !== undefined) this.#options.send(report);
  }

  #stop(): void {
    this.#file?.close();
    this.#file = undefined;
    this.#options.ended();
  }
}

function failed({ number }: Asked, error: unknown): LogReport {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Database.SqliteError ? error.code : null;
  return { kind: 'failed', number, message, code };
}
