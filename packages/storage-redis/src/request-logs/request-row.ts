import type { RequestLogEntry, RequestLogFilters } from '@filmgate/core';
import { z } from 'zod';
import type { OpenStore } from '../connection/open-store.ts';

/** Whether a request passes every filter; its time is not looked at. */
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

/**
 * Requests that can begin within one ms and all be kept. Positions are whole numbers that a score of Redis, a double, holds
 * exactly until the year 2109.
 */
export const positionsPerMs = 2048;

/** The first position of requests that began at this instant or later. */
export function firstPositionOf(instantMs: number): number {
  return instantMs * positionsPerMs;
}

/** Where among the positions of its ms a request is put first: ids are random, so most find their position free. */
export function firstSlotOf(id: string): number {
  let hash = 0x811c9dc5; // FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/)
  for (let index = 0; index < id.length; index += 1)
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % positionsPerMs;
}

/** The position a cursor names; undefined when it is no cursor of ours. */
export function readCursor(after: string): number | undefined {
  const position = /^\d{1,16}$/.test(after) ? Number(after) : Number.NaN;
  return Number.isSafeInteger(position) ? position : undefined;
}

/** Rows by id, ids by position, and nodes by id of the rows that have not ended: in this order the scripts expect them. */
export function logKeys({ keys }: OpenStore): readonly string[] {
  return [keys.of('calls'), keys.of('call-order'), keys.of('open-calls')];
}

const text = z.string().nullable();

/** A row of a release that knew single requests only has neither count nor time of the last. */
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

/** A row as stored. */
export function writeRequestRow(entry: RequestLogEntry): string {
  return JSON.stringify(entry);
}

/** Reads a stored row. */
export function readRequestRow(row: string): RequestLogEntry {
  const entry = requestRow.parse(JSON.parse(row));
  return { ...entry, lastAt: entry.lastAt ?? entry.at };
}

/** Whether a request still lasts. */
export function isOpenRequest({ durationMs, disconnected }: RequestLogEntry): boolean {
  return durationMs === null && !disconnected;
}

/** The row of a request whose process is gone: it will never be answered. */
export function abandonedRequest(entry: RequestLogEntry): RequestLogEntry {
  return { ...entry, disconnected: true, errorCode: 'server_stopped' };
}
