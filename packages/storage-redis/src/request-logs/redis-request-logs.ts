import {
  type RequestBucket,
  requestClassOf,
  addRequestCounts,
  emptyBuckets,
  type Logger,
  type RequestLogCountQuery,
  type RequestLogEntry,
  type RequestLogPage,
  type RequestLogQuery,
  type RequestLogs,
} from '@filmgate/core';
import { z } from 'zod';
import type { OpenStore } from '../connection/open-store.ts';
import {
  logKeys,
  firstPositionOf,
  firstSlotOf,
  isOpenRequest,
  matchesRequest,
  positionsPerMs,
  readRequestRow,
  readCursor,
  writeRequestRow,
} from './request-row.ts';
import {
  measureRequests,
  readRequests,
  removeRows,
  removeRequestsBeyond,
  rewriteRequests,
  writeRequests,
} from './request-log-scripts.ts';
import { RequestLogWriter, endRequestsOf, sweepAbandonedRequests } from './request-log-writer.ts';

/** Rows read by one script: other calls wait meanwhile. */
const ROWS_PER_READ = 500;

/** Above every position. */
const END = Number.MAX_SAFE_INTEGER;

const rows = z.array(z.tuple([z.string(), z.string()]));

interface PositionedRequest {
  readonly position: number;
  readonly entry: RequestLogEntry;
  /** The stored row. */
  readonly row: string;
}

interface Span {
  readonly lowest: number;
  readonly below: number;
}

/** Request log in Redis: rows in the order in which the requests began, scanned from newest to oldest. */
export function createRequestLogs(store: OpenStore, log: Logger | undefined): RequestLogs {
  const writer = new RequestLogWriter({ write: (entries) => write(store, entries), log });
  store.beforeClose(async () => {
    await writer.close();
    await endRequestsOf(store, store.node);
  });
  store.onSweep(() => sweepAbandonedRequests(store));
  return {
    append: (entries) => writer.add(entries),
    list: async (query) => {
      await writer.flush();
      return list(store, query);
    },
    countOverTime: async (query) => {
      await writer.flush();
      return countOverTime(store, query);
    },
    removeBefore: async ({ before, limit }) => {
      await writer.flush();
      const args = [firstPositionOf(before), limit];
      const { outcome } = await store.scripts.change(removeRows, { keys: logKeys(store), args });
      return Number(outcome);
    },
    erasePrompts: async (input) => {
      await writer.flush();
      return erasePrompts(store, input);
    },
    bytes: async () => {
      await writer.flush();
      return Number(await store.scripts.read(measureRequests, { keys: logKeys(store), args: [] }));
    },
    removeBeyond: async ({ bytes, limit }) => {
      await writer.flush();
      const asked = { keys: logKeys(store), args: [bytes, limit] };
      return Number((await store.scripts.change(removeRequestsBeyond, asked)).outcome);
    },
  };
}

/** A row that changes meanwhile is left to the next call. */
async function erasePrompts(
  store: OpenStore,
  { caller, limit }: { readonly caller: string; readonly limit: number },
): Promise<number> {
  let erased = 0;
  for await (const entries of readPieces(store, { lowest: 0, below: END })) {
    const wanted = entries
      .filter(({ entry }) => entry.caller === caller)
      .filter(({ entry: { prompt, promptDigest } }) => prompt !== null || promptDigest !== null)
      .slice(0, limit - erased);
    if (wanted.length === 0) continue;
    const args = wanted.flatMap(({ entry, row }) => [
      entry.id,
      row,
      writeRequestRow({ ...entry, prompt: null, promptDigest: null }),
    ]);
    const { outcome } = await store.scripts.change(rewriteRequests, { keys: logKeys(store), args });
    erased += Number(outcome);
    if (erased >= limit) break;
  }
  return erased;
}

async function write(store: OpenStore, entries: readonly RequestLogEntry[]): Promise<number> {
  const cells = entries.flatMap((entry) => [
    entry.id,
    firstPositionOf(entry.at),
    firstSlotOf(entry.id),
    isOpenRequest(entry) ? 1 : 0,
    writeRequestRow(entry),
  ]);
  const asked = { keys: logKeys(store), args: [store.node, positionsPerMs, ...cells] };
  const { outcome } = await store.scripts.change(writeRequests, asked);
  return Number(outcome);
}

async function list(store: OpenStore, query: RequestLogQuery): Promise<RequestLogPage> {
  const cursor = query.after === null ? END : readCursor(query.after);
  if (cursor === undefined) return { kind: 'cursor-unknown' };
  const until = query.until === null ? END : firstPositionOf(query.until);
  const lowest = query.from === null ? 0 : firstPositionOf(query.from);
  const found: PositionedRequest[] = [];
  for await (const entries of readPieces(store, { lowest, below: Math.min(cursor, until) })) {
    found.push(...entries.filter(({ entry }) => matchesRequest(entry, query)));
    if (found.length > query.limit) break;
  }
  const page = found.slice(0, query.limit);
  const last = found.length > query.limit ? page.at(-1) : undefined;
  return {
    kind: 'page',
    entries: page.map(({ entry }) => entry),
    next: last === undefined ? null : String(last.position),
  };
}

async function countOverTime(
  store: OpenStore,
  query: RequestLogCountQuery,
): Promise<readonly RequestBucket[]> {
  let buckets = emptyBuckets(query);
  const { from, until, bucketMs } = query;
  const span = { lowest: firstPositionOf(from), below: firstPositionOf(until) };
  for await (const entries of readPieces(store, span)) {
    const requestCounts = entries
      .filter(({ entry }) => matchesRequest(entry, query))
      .map(({ entry }) => ({
        bucket: Math.floor((entry.at - from) / bucketMs),
        requestClass: requestClassOf(entry),
        requests: entry.count,
      }));
    buckets = addRequestCounts(buckets, requestCounts);
  }
  return buckets;
}

/** Requests of a span, newest first, in pieces. */
async function* readPieces(
  store: OpenStore,
  { lowest, below }: Span,
): AsyncGenerator<readonly PositionedRequest[], void> {
  let end = below;
  for (;;) {
    const asked = { keys: logKeys(store), args: [lowest, end, ROWS_PER_READ] };
    const found = rows.parse(await store.scripts.read(readRequests, asked));
    const entries = found.map(([position, row]) => ({
      position: Number(position),
      entry: readRequestRow(row),
      row,
    }));
    yield entries;
    const last = entries.at(-1);
    if (last === undefined || entries.length < ROWS_PER_READ) return;
    end = last.position;
  }
}
