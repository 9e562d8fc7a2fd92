import type { RequestLogEntry, RequestLogFilters } from '@filmgate/core';
import { z } from 'zod';
import type { OpenStore } from '../connection/open-store.ts';

/** True when a request passes every filter; its time is not checked. */
export function matchesRequest(entry: RequestLogEntry, filters: RequestLogFilters): boolean {
  const { status, caller, model, jobId, path, text } = filters;
  return (
    (status === null || entry.status === status) &&
    (caller === null || entry.caller === caller) &&
    (model === null || entry.model === model) &&
    (jobId === null || entry.jobId === jobId) &&
    (path === null || hasPath(entry, path)) &&
    (text === null || hasText(entry, text.toLowerCase()))
  );
}

function hasPath({ path }: RequestLogEntry, wanted: string): boolean {
  return wanted.endsWith('*') ? path.startsWith(wanted.slice(0, -1)) : path === wanted;
}

function hasText({ path, prompt, errorCode, requestId }: RequestLogEntry, text: string): boolean {
  return [path, prompt, errorCode, requestId].some(
    (one) => one?.toLowerCase().includes(text) === true,
  );
}

/** Maximum number of requests kept per ms. A score, a double, represents each position exactly until 2109. */
export const positionsPerMs = 2048;

/** First position of requests that began at this instant or later. */
export function firstPositionOf(instantMs: number): number {
  return instantMs * positionsPerMs;
}

/** First slot to try among the positions of a request's ms: ids are random, so most slots are free. */
export function firstSlotOf(id: string): number {
  let hash = 0x811c9dc5; // FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/)
  for (let index = 0; index < id.length; index += 1)
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % positionsPerMs;
}

/** Position of a cursor; undefined when the cursor is not one of this store. */
export function readCursor(after: string): number | undefined {
  const position = /^\d{1,16}$/.test(after) ? Number(after) : Number.NaN;
  return Number.isSafeInteger(position) ? position : undefined;
}

/** Rows by id, ids by position, and nodes by id of the rows that have not ended, in the order the scripts expect. */
export function logKeys({ keys }: OpenStore): readonly string[] {
  return [keys.of('calls'), keys.of('call-order'), keys.of('open-calls')];
}

const text = z.string().nullable();

/** A row of a release that only had single requests has neither count nor time of the last. */
const requestRow = z.object({
  id: z.string(),
  at: z.number(),
  count: z.number().default(1),
  lastAt: z.number().optional(),
  requestId: z.string(),
  caller: text,
  method: z.string(),
  path: z.string(),
  model: text,
  status: z.number().nullable(),
  errorCode: text,
  durationMs: z.number().nullable(),
  jobId: text,
  disconnected: z.boolean(),
  promptDigest: text,
  prompt: text,
});

export function writeRequestRow(entry: RequestLogEntry): string {
  return JSON.stringify(entry);
}

export function readRequestRow(row: string): RequestLogEntry {
  const entry = requestRow.parse(JSON.parse(row));
  return { ...entry, lastAt: entry.lastAt ?? entry.at };
}

/** True while a request is running. */
export function isOpenRequest({ durationMs, disconnected }: RequestLogEntry): boolean {
  return durationMs === null && !disconnected;
}

/** The row of a request whose process is gone: no response will follow. */
export function abandonedRequest(entry: RequestLogEntry): RequestLogEntry {
  return { ...entry, disconnected: true, errorCode: 'server_stopped' };
}
