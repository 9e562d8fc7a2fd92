import {
  RequestBuffer,
  type RequestBufferBounds,
  type Logger,
  type RequestLogEntry,
} from '@filmgate/core';
import { isOpen, toCells } from './request-cells.ts';
import { systemTiming, type Timing } from '../write/timing.ts';
import type { WorkerResponse, LogWorkerClient } from './log-worker-client.ts';

/** Maximum of some 30 MB of requests, and as much of prompts, which wait while a disk hangs for seconds. */
const defaultBounds: RequestBufferBounds = { rows: 50_000, promptUnits: 16 * 1024 * 1024 };

/** Requests of one transaction. */
const requestsPerBatch = 2_500;

/** Time for which requests are gathered, in ms: each batch writes every page it touches once. */
const gatherMs = 250;

/**
 * Shorter gathering time, in ms, once there are many requests, or one that is going to wait: little compared to any
 * wait that a kill might interrupt, and enough that requests which begin together share a message to the thread, which
 * costs more than their rows.
 */
const soonMs = 15;

/** Pause after a failed batch, in ms. */
const retryMs = 5_000;

export interface LogWriterOptions {
  readonly client: Pick<LogWorkerClient, 'send'>;
  readonly log: Logger | undefined;
  readonly bounds?: RequestBufferBounds;
  readonly timing?: Pick<Timing, 'after'>;
}

/**
 * Gathers requests and sends them to the thread, one batch at a time; requests that arrive meanwhile wait here, within
 * bounds. Never fails: a failed batch is retried, and dropped when too much else has arrived.
 */
export class LogWriter {
  readonly #client: Pick<LogWorkerClient, 'send'>;
  readonly #log: Logger | undefined;
  readonly #buffer: RequestBuffer;
  readonly #after: Timing['after'];
  #underWay = 0;
  #isUrgent = false;
  #isFailing = false;
  /** Cancels the pending timer. */
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

  /** Sends all gathered requests now, so that a later order finds them written. */
  handOver(): void {
    this.#cancel();
    while (this.#buffer.size > 0) this.#send();
  }

  /** Precondition: every batch was answered, or never will be. */
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
