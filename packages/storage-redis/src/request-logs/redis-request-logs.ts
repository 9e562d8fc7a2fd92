import {
  type CallBucket,
  callClassOf,
  countCalls,
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
  callKeys,
  firstPlaceOf,
  firstPositionOf,
  isOpenCall,
  matchesCall,
  placesPerMs,
  readCallRow,
  readCursor,
  writeCallRow,
} from './call-row.ts';
import {
  measureCalls,
  readCalls,
  removeCalls,
  removeCallsBeyond,
  rewriteCalls,
  writeCalls,
} from './call-scripts.ts';
import { CallWriter, endCallsOf, sweepAbandonedCalls } from './call-writer.ts';

/** Rows read by one script: others wait meanwhile. */
const ROWS_PER_READ = 500;

/** No position is as high. */
const END = Number.MAX_SAFE_INTEGER;

const rows = z.array(z.tuple([z.string(), z.string()]));

interface PlacedCall {
  readonly position: number;
  readonly entry: RequestLogEntry;
  /** As it is stored. */
  readonly row: string;
}

interface Span {
  readonly lowest: number;
  readonly below: number;
}

/** The request log in Redis: rows in the order in which the calls began, looked through from the newest on. */
export function createRequestLogs(store: OpenStore, log: Logger | undefined): RequestLogs {
  const writer = new CallWriter({ write: (calls) => write(store, calls), log });
  store.beforeClose(async () => {
    await writer.close();
    await endCallsOf(store, store.node);
  });
  store.onSweep(() => sweepAbandonedCalls(store));
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
      const { outcome } = await store.scripts.change(removeCalls, { keys: callKeys(store), args });
      return Number(outcome);
    },
    erasePrompts: async (input) => {
      await writer.flush();
      return erasePrompts(store, input);
    },
    bytes: async () => {
      await writer.flush();
      return Number(await store.scripts.read(measureCalls, { keys: callKeys(store), args: [] }));
    },
    removeBeyond: async ({ bytes, limit }) => {
      await writer.flush();
      const asked = { keys: callKeys(store), args: [bytes, limit] };
      return Number((await store.scripts.change(removeCallsBeyond, asked)).outcome);
    },
  };
}

/** A row that changes meanwhile is left to the next call. */
async function erasePrompts(
  store: OpenStore,
  { caller, limit }: { readonly caller: string; readonly limit: number },
): Promise<number> {
  let erased = 0;
  for await (const calls of readPieces(store, { lowest: 0, below: END })) {
    const wanted = calls
      .filter(({ entry }) => entry.caller === caller)
      .filter(({ entry: { prompt, promptDigest } }) => prompt !== null || promptDigest !== null)
      .slice(0, limit - erased);
    if (wanted.length === 0) continue;
    const args = wanted.flatMap(({ entry, row }) => [
      entry.id,
      row,
      writeCallRow({ ...entry, prompt: null, promptDigest: null }),
    ]);
    const { outcome } = await store.scripts.change(rewriteCalls, { keys: callKeys(store), args });
    erased += Number(outcome);
    if (erased >= limit) break;
  }
  return erased;
}

async function write(store: OpenStore, calls: readonly RequestLogEntry[]): Promise<number> {
  const cells = calls.flatMap((entry) => [
    entry.id,
    firstPositionOf(entry.at),
    firstPlaceOf(entry.id),
    isOpenCall(entry) ? 1 : 0,
    writeCallRow(entry),
  ]);
  const asked = { keys: callKeys(store), args: [store.node, placesPerMs, ...cells] };
  const { outcome } = await store.scripts.change(writeCalls, asked);
  return Number(outcome);
}

async function list(store: OpenStore, query: RequestLogQuery): Promise<RequestLogPage> {
  const cursor = query.after === null ? END : readCursor(query.after);
  if (cursor === undefined) return { kind: 'cursor-unknown' };
  const until = query.until === null ? END : firstPositionOf(query.until);
  const lowest = query.from === null ? 0 : firstPositionOf(query.from);
  const found: PlacedCall[] = [];
  for await (const calls of readPieces(store, { lowest, below: Math.min(cursor, until) })) {
    found.push(...calls.filter(({ entry }) => matchesCall(entry, query)));
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
): Promise<readonly CallBucket[]> {
  let buckets = emptyBuckets(query);
  const { from, until, bucketMs } = query;
  const span = { lowest: firstPositionOf(from), below: firstPositionOf(until) };
  for await (const calls of readPieces(store, span)) {
    const callCounts = calls
      .filter(({ entry }) => matchesCall(entry, query))
      .map(({ entry }) => ({
        bucket: Math.floor((entry.at - from) / bucketMs),
        callClass: callClassOf(entry),
        calls: entry.count,
      }));
    buckets = countCalls(buckets, callCounts);
  }
  return buckets;
}

/** The calls of a span, the newest first, in pieces. */
async function* readPieces(
  store: OpenStore,
  { lowest, below }: Span,
): AsyncGenerator<readonly PlacedCall[], void> {
  let end = below;
  for (;;) {
    const asked = { keys: callKeys(store), args: [lowest, end, ROWS_PER_READ] };
    const found = rows.parse(await store.scripts.read(readCalls, asked));
    const calls = found.map(([position, row]) => ({
      position: Number(position),
      entry: readCallRow(row),
      row,
    }));
    yield calls;
    const last = calls.at(-1);
    if (last === undefined || calls.length < ROWS_PER_READ) return;
    end = last.position;
  }
}
