import {
  RequestBuffer,
  type RequestBufferBounds,
  type Logger,
  type RequestLogEntry,
} from '@filmgate/core';
import { z } from 'zod';
import type { OpenStore } from '../connection/open-store.ts';
import {
  abandonedRequest,
  logKeys,
  isOpenRequest,
  readRequestRow,
  writeRequestRow,
} from './request-row.ts';
import { endRequests, openRequests, rowsOfRequests } from './request-log-scripts.ts';

/** Rows ended by one script: other calls wait meanwhile. */
const ROWS_PER_STEP = 250;

const rows = z.array(z.string().nullable());

/** Ends the open rows of a node that is gone, or is about to go. */
export async function endRequestsOf(store: OpenStore, node: string): Promise<void> {
  const open = await readOpenRequests(store);
  const ids = open.get(node) ?? [];
  for (let start = 0; start < ids.length; start += ROWS_PER_STEP)
    await endStep(store, node, ids.slice(start, start + ROWS_PER_STEP));
}

/** Ends the open rows of every node that has given no sign of life for a while. */
export async function sweepAbandonedRequests(store: OpenStore): Promise<void> {
  const nodes = [...(await readOpenRequests(store)).keys()].filter((node) => node !== store.node);
  if (nodes.length === 0) return;
  const living = await store.livingNodes(nodes);
  for (const node of nodes) if (!living.has(node)) await endRequestsOf(store, node);
}

async function readOpenRequests(store: OpenStore): Promise<ReadonlyMap<string, readonly string[]>> {
  const reply = await store.scripts.read(openRequests, { keys: logKeys(store), args: [] });
  const cells = z.array(z.string()).parse(reply);
  const byNode = new Map<string, string[]>();
  for (let index = 0; index + 1 < cells.length; index += 2) {
    const [id = '', node = ''] = cells.slice(index, index + 2);
    const ids = byNode.get(node);
    if (ids === undefined) byNode.set(node, [id]);
    else ids.push(id);
  }
  return byNode;
}

async function endStep(store: OpenStore, node: string, ids: readonly string[]): Promise<void> {
  const keys = logKeys(store);
  const found = rows.parse(await store.scripts.read(rowsOfRequests, { keys, args: ids }));
  const ended = ids.flatMap((id, index) => {
    const row = found[index] ?? null;
    return row === null ? [] : [id, writeRequestRow(abandonedRequest(readRequestRow(row)))];
  });
  if (ended.length > 0) await store.scripts.change(endRequests, { keys, args: [node, ...ended] });
}

const defaultBounds: RequestBufferBounds = { rows: 50_000, promptUnits: 16 * 1024 * 1024 };

/** Requests of one script: other calls wait meanwhile. */
const REQUESTS_PER_BATCH = 250;

/** Time for which requests are gathered, in ms. */
const GATHER_MS = 250;

/** Shorter gathering time once there are many requests, or one that is going to wait, in ms. */
const SOON_MS = 15;

/** Pause after a failed batch, in ms. */
const RETRY_MS = 5000;

export interface RequestLogWriterOptions {
  /** Writes a batch; returns the number of requests without a free position. */
  readonly write: (entries: readonly RequestLogEntry[]) => Promise<number>;
  readonly log: Logger | undefined;
  readonly bounds?: RequestBufferBounds;
}

/** Writes requests in batches. Never fails: a failed batch is retried, and dropped when too much else has arrived. */
export class RequestLogWriter {
  readonly #write: RequestLogWriterOptions['write'];
  readonly #log: Logger | undefined;
  readonly #buffer: RequestBuffer;
  #writing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #dueAt = 0;
  #isClosed = false;

  constructor({ write, log, bounds = defaultBounds }: RequestLogWriterOptions) {
    this.#write = write;
    this.#log = log;
    this.#buffer = new RequestBuffer(bounds);
  }

  add(entries: readonly RequestLogEntry[]): void {
    if (this.#isClosed) return;
    this.#buffer.add(entries);
    const isUrgent = this.#buffer.size >= REQUESTS_PER_BATCH || entries.some(isOpenRequest);
    this.#schedule(isUrgent ? SOON_MS : GATHER_MS);
  }

  /** Resolves once everything gathered before was written, or failed. */
  async flush(): Promise<void> {
    await this.#writing;
    await this.#start();
  }

  /** Writes the remaining requests, and drops those that cannot be written. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.flush();
    clearTimeout(this.#timer);
    this.#buffer.countDropped(this.#buffer.take(this.#buffer.size).length);
    this.#reportDropped();
  }

  #schedule(ms: number): void {
    const dueAt = performance.now() + ms;
    if (this.#writing !== null || (this.#timer !== undefined && this.#dueAt <= dueAt)) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => void this.#start(), ms).unref();
  }

  #start(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null;
      if (this.#buffer.size > 0 && !this.#isClosed) this.#schedule(RETRY_MS);
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    let mayGoOn = true;
    while (mayGoOn && this.#buffer.size > 0) {
      const entries = this.#buffer.take(REQUESTS_PER_BATCH);
      try {
        this.#buffer.countDropped(await this.#write(entries));
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'unknown';
        this.#log?.warn('request-log-not-written', { rows: entries.length, reason });
        this.#buffer.putBack(entries);
        mayGoOn = false;
      }
      this.#reportDropped();
    }
  }

  #reportDropped(): void {
    const dropped = this.#buffer.takeDropped();
    if (dropped > 0) this.#log?.warn('request-log-rows-dropped', { rows: dropped });
  }
}
