import type { RequestLogEntry } from '@filmgate/core';
import type { RequestLogRow } from './request-log-tables.ts';

/** Value in a message to the thread: copying flat values costs a tenth of copying objects. */
export type Cell = string | number | null;

/** Columns in the order of the cells. Until the thread knows the position of a request, its instant is in that cell. */
export const emptyRow: RequestLogRow = {
  position: 0,
  id: '',
  request_id: '',
  caller: null,
  method: '',
  path: '',
  model: null,
  status: null,
  error_code: null,
  duration_ms: null,
  job_id: null,
  disconnected: 0,
  is_open: 0,
  prompt_digest: null,
  prompt: null,
  calls: 1,
  last_at: null,
};

const width = Object.keys(emptyRow).length;

/** All cells of all requests in a row. */
export function toCells(entries: readonly RequestLogEntry[]): readonly Cell[] {
  const cells: Cell[] = [];
  for (const entry of entries) {
    cells.push(
      entry.at,
      entry.id,
      entry.requestId,
      entry.caller,
      entry.method,
      entry.path,
      entry.model,
      entry.status,
      entry.errorCode,
      entry.durationMs,
      entry.jobId,
      entry.disconnected ? 1 : 0,
      isOpen(entry) ? 1 : 0,
      entry.promptDigest,
      entry.prompt,
      entry.count,
      entry.lastAt,
    );
  }
  return cells;
}

/** Number of requests in the cells. */
export function requestsIn(cells: readonly Cell[]): number {
  return cells.length / width;
}

/** Cells of one request, by its number. */
export interface RequestCells {
  readonly id: string;
  readonly at: number;
  /** Values of the request's row, except the position. */
  readonly rest: readonly Cell[];
}

export function requestAt(cells: readonly Cell[], number: number): RequestCells {
  const first = number * width;
  return {
    at: Number(cells[first]),
    id: String(cells[first + 1]),
    rest: cells.slice(first + 1, first + width),
  };
}

/** True while the request is running, according to this row. */
export function isOpen(entry: RequestLogEntry): boolean {
  return entry.durationMs === null && !entry.disconnected;
}
