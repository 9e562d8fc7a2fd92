import type { RequestLogEntry } from '@filmgate/core';
import { z } from 'zod';

const text = z.string().nullable();

/** A row of a release that knew single calls only has neither count nor time of the last. */
const callRow = z.object({
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
export function writeCallRow(entry: RequestLogEntry): string {
  return JSON.stringify(entry);
}

/** Reads a stored row. */
export function readCallRow(row: string): RequestLogEntry {
  const entry = callRow.parse(JSON.parse(row));
  return { ...entry, lastAt: entry.lastAt ?? entry.at };
}

/** Whether a call still lasts. */
export function isOpenCall({ durationMs, disconnected }: RequestLogEntry): boolean {
  return durationMs === null && !disconnected;
}

/** The row of a call whose process is gone: nobody will ever answer it. */
export function abandonedCall(entry: RequestLogEntry): RequestLogEntry {
  return { ...entry, disconnected: true, errorCode: 'server_stopped' };
}
