import {
  type RequestBucket,
  requestClassOf,
  addRequestCounts,
  emptyBuckets,
  type RequestLogCountQuery,
  type RequestLogEntry,
  type RequestLogPage,
  type RequestLogQuery,
  type RequestLogs,
} from '@filmgate/core';
import type { MemoryRequest, MemoryState, OpenState } from './memory-state.ts';

/** The log over one connection, and the function that ends its open rows with the connection. */
export interface MemoryRequestLogs {
  readonly requestLogs: RequestLogs;
  readonly endOpenRequests: (state: MemoryState) => void;
}

/** Every method is one synchronous step, so appended rows are visible at once. */
export function createMemoryRequestLogs(open: OpenState): MemoryRequestLogs {
  const connection = Symbol('connection');
  return {
    requestLogs: {
      append: (entries) => {
        const state = stateIfOpen(open);
        if (state !== undefined) for (const entry of entries) put(state, entry, connection);
      },
      list: async (query) => list(open(), query),
      countOverTime: async (query) => countOverTime(open(), query),
      removeBefore: async (input) => removeBefore(open(), input),
      erasePrompts: async (input) => erasePrompts(open(), input),
      bytes: async () => bytesOf(open()),
      removeBeyond: async (input) => removeBeyond(open(), input),
    },
    endOpenRequests: ({ requests }) => {
      for (const [id, request] of requests) {
        if (request.connection === connection && isOpen(request.entry))
          requests.set(id, abandoned(request));
      }
    },
  };
}

/** Undefined once the connection is closed: appending never throws. */
function stateIfOpen(open: OpenState): MemoryState | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

function put(state: MemoryState, entry: RequestLogEntry, connection: symbol): void {
  const earlier = state.requests.get(entry.id);
  if (earlier === undefined) state.requestsSeen += 1;
  const sequence = earlier?.sequence ?? state.requestsSeen;
  state.requests.set(entry.id, { entry: Object.freeze({ ...entry }), sequence, connection });
}

function isOpen({ durationMs, disconnected }: RequestLogEntry): boolean {
  return durationMs === null && !disconnected;
}

function abandoned(request: MemoryRequest): MemoryRequest {
  const entry = { ...request.entry, disconnected: true, errorCode: 'server_stopped' };
  return { ...request, entry: Object.freeze(entry) };
}

function list({ requests }: MemoryState, query: RequestLogQuery): RequestLogPage {
  const after = query.after === null ? beforeAll : readPosition(query.after);
  if (after === undefined) return { kind: 'cursor-unknown' };
  const found = [...requests.values()]
    .map((request) => ({ entry: request.entry, position: positionOf(request) }))
    .filter(({ entry, position }) => newestFirst(after, position) < 0 && matches(entry, query))
    .toSorted((one, other) => newestFirst(one.position, other.position));
  const page = found.slice(0, query.limit);
  const last = found.length > query.limit ? page.at(-1) : undefined;
  return {
    kind: 'page',
    entries: page.map(({ entry }) => entry),
    next: last === undefined ? null : `${last.position.at}.${last.position.sequence}`,
  };
}

/** Position of a call in a list. */
interface Position {
  readonly at: number;
  readonly sequence: number;
}

const beforeAll: Position = { at: Number.POSITIVE_INFINITY, sequence: 0 };

function positionOf({ entry, sequence }: MemoryRequest): Position {
  return { at: entry.at, sequence };
}

function newestFirst(one: Position, other: Position): number {
  return one.at === other.at ? other.sequence - one.sequence : other.at - one.at;
}

function readPosition(cursor: string): Position | undefined {
  const [, at, sequence] = /^(\d+)\.(\d+)$/.exec(cursor) ?? [];
  if (at === undefined || sequence === undefined) return undefined;
  return { at: Number(at), sequence: Number(sequence) };
}

function countOverTime(
  { requests }: MemoryState,
  query: RequestLogCountQuery,
): readonly RequestBucket[] {
  const requestCounts = [...requests.values()]
    .filter(({ entry }) => matches(entry, query))
    .map(({ entry }) => ({
      bucket: Math.floor((entry.at - query.from) / query.bucketMs),
      requestClass: requestClassOf(entry),
      requests: entry.count,
    }));
  return addRequestCounts(emptyBuckets(query), requestCounts);
}

function matches(entry: RequestLogEntry, query: Omit<RequestLogQuery, 'after' | 'limit'>): boolean {
  return (
    (query.status === null || entry.status === query.status) &&
    (query.caller === null || entry.caller === query.caller) &&
    (query.model === null || entry.model === query.model) &&
    (query.jobId === null || entry.jobId === query.jobId) &&
    (query.from === null || entry.at >= query.from) &&
    (query.until === null || entry.at < query.until) &&
    hasPath(entry, query.path) &&
    hasText(entry, query.text)
  );
}

function hasPath({ path }: RequestLogEntry, wanted: string | null): boolean {
  if (wanted === null) return true;
  return wanted.endsWith('*') ? path.startsWith(wanted.slice(0, -1)) : path === wanted;
}

function hasText(entry: RequestLogEntry, text: string | null): boolean {
  if (text === null) return true;
  const { path, prompt, errorCode, requestId } = entry;
  return [path, prompt, errorCode, requestId].some(
    (one) => one?.toLowerCase().includes(text.toLowerCase()) === true,
  );
}

function removeBefore(
  { requests }: MemoryState,
  { before, limit }: { readonly before: number; readonly limit: number },
): number {
  const old = oldestFirst(requests).filter(({ entry }) => entry.at < before);
  return remove(requests, old.slice(0, limit));
}

function oldestFirst(requests: MemoryState['requests']): readonly MemoryRequest[] {
  return [...requests.values()].toSorted((one, other) =>
    newestFirst(positionOf(other), positionOf(one)),
  );
}

function remove(requests: MemoryState['requests'], old: readonly MemoryRequest[]): number {
  for (const { entry } of old) requests.delete(entry.id);
  return old.length;
}

function erasePrompts(
  { requests }: MemoryState,
  { caller, limit }: { readonly caller: string; readonly limit: number },
): number {
  const wanted = [...requests.values()]
    .filter(({ entry }) => entry.caller === caller)
    .filter(({ entry: { prompt, promptDigest } }) => prompt !== null || promptDigest !== null)
    .slice(0, limit);
  for (const request of wanted) {
    const entry = Object.freeze({ ...request.entry, prompt: null, promptDigest: null });
    requests.set(entry.id, { ...request, entry });
  }
  return wanted.length;
}

/** Size in bytes: as text the log is about as long as in a store. */
function bytesOf({ requests }: MemoryState): number {
  let bytes = 0;
  for (const { entry } of requests.values()) bytes += JSON.stringify(entry).length;
  return bytes;
}

function removeBeyond(
  state: MemoryState,
  { bytes, limit }: { readonly bytes: number; readonly limit: number },
): number {
  return bytesOf(state) > bytes
    ? remove(state.requests, oldestFirst(state.requests).slice(0, limit))
    : 0;
}
