import {
  RequestBuffer,
  type RequestBufferBounds,
  type Logger,
  type RequestLogEntry,
} from '@filmgate/core';
import { isOpen, toCells } from './request-cells.ts';
import { systemTiming, type Timing } from '../write/timing.ts';
import type { WorkerResponse, LogWorkerClient } from './log-worker-client.ts';

/** At most some 30 MB of requests, and as much of prompts, which wait while a disk stands still for seconds. */
const defaultBounds: RequestBufferBounds = { rows: 50_000, promptUnits: 16 * 1024 * 1024 };

/** Requests of one transaction. */
const requestsPerBatch = 2_500;

/** How long requests are gathered, in ms: each batch writes every page it touches once. */
const gatherMs = 250;

/**
 * The same once there are many, or one of a request that is going to wait, in ms: little against any wait that a kill might
 * cut short, and enough that requests which begin together share a message to the thread, which costs more than their rows.
 */
const soonMs = 15;

/** Pause after a batch could not be written, in ms. */
const retryMs = 5_000;

export interface LogWriterOptions {
  readonly client: Pick<LogWorkerClient, 'send'>;
  readonly log: Logger | undefined;
  readonly bounds?: RequestBufferBounds;
  readonly timing?: Pick<Timing, 'after'>;
}

/**
 * Gathers requests and hands them to the thread, one batch at a time; what comes meanwhile waits here, within bounds. It
 * never fails: what cannot be written is tried again, and given up when too much else has come.
 */
export class LogWriter {
  readonly #client: Pick<LogWorkerClient, 'send'>;
  readonly #log: Logger | undefined;
  readonly #buffer: RequestBuffer;
  readonly #after: Timing['after'];
  #underWay = 0;
  #isUrgent = false;
  #isFailing = false;
  /** Call off what is waited for. */
  #callOff: (() => void) | undefined;
  #callOffSoon: (() => void) | undefined;

  constructor({ client, log, bounds = defaultBounds, timing }: LogWriterOptions) {
    this.#after = (timing ?? systemTiming).after;
    this.#client = client;
    this.#log = log;
    this.#buffer = new RequestBuffer(bounds);
  }

  add(entries: readonly RequestLogEntry[]): void {
    this.#buffer.add(entries);
    if (entries.some(isOpen)) this.#isUrgent = true;
    this.#schedule();
  }

  /** Hands everything over now, so that an order given after it finds it written. */
  handOver(): void {
    this.#cancel();
    while (this.#buffer.size > 0) this.#send();
  }

  /** Everything handed over must have been answered, or never will be. */
  close(): void {
    this.#cancel();
    this.#buffer.countDropped(this.#buffer.take(this.#buffer.size).length);
    this.#reportDropped();
  }

  #schedule(): void {
    if (this.#underWay > 0 || this.#isFailing || this.#buffer.size === 0) return;
    if (this.#isUrgent || this.#buffer.size >= requestsPerBatch) {
      this.#callOffSoon ??= this.#after(soonMs, () => {
        this.#cancel();
        this.#send();
      });
      return;
    }
    this.#wait(gatherMs);
  }

  #wait(ms: number): void {
    this.#callOff ??= this.#after(ms, () => {
      this.#cancel();
      this.#isFailing = false;
      this.#send();
    });
  }

  #cancel(): void {
    this.#callOff?.();
    this.#callOffSoon?.();
    this.#callOff = undefined;
    this.#callOffSoon = undefined;
  }

  #send(): void {
    const entries = this.#buffer.take(requestsPerBatch);
    if (entries.length === 0) return;
    this.#underWay += 1;
    if (this.#buffer.size === 0) this.#isUrgent = false;
    this.#client.send({ kind: 'write', cells: toCells(entries) }, (response) => {
      this.#underWay -= 1;
      this.#learn(entries, response);
    });
  }

  #learn(entries: readonly RequestLogEntry[], response: WorkerResponse): void {
    if (response.kind === 'written') {
      this.#isFailing = false;
      this.#buffer.countDropped(response.misfits);
      this.#schedule();
    } else {
      const reason = response.kind === 'failed' ? response.message : 'the thread ended';
      this.#log?.warn('request-log-not-written', { rows: entries.length, reason });
      this.#isFailing = true;
      this.#buffer.putBack(entries);
      this.#wait(retryMs);
    }
    this.#reportDropped();
  }

  #reportDropped(): void {
    const dropped = this.#buffer.takeDropped();
    if (dropped > 0) this.#log?.warn('request-log-rows-dropped', { rows: dropped });
  }
}
