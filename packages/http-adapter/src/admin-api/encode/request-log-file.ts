import type { RequestLogEntry } from '@filmgate/core';
import { csvRow } from '../../mechanics/csv-row.ts';
import type { exportFormats, RequestLogRecord } from '../schemas/request-log.ts';
import { encodeRequestLogEntry } from './request-log.ts';

export type ExportFormat = (typeof exportFormats)[number];

/** How rows become a file. */
export interface RequestLogFileForm {
  readonly contentType: string;
  /** What stands before the first row. */
  readonly head: string;
  readonly line: (entry: RequestLogEntry) => string;
}

const columns = [
  'id',
  'time',
  'request_id',
  'caller',
  'method',
  'path',
  'model',
  'status',
  'error_code',
  'duration_ms',
  'job_id',
  'disconnected',
  'prompt_digest',
  'prompt',
  'count',
  'last_time',
] as const satisfies readonly (keyof RequestLogRecord)[];

/** Without it, Excel takes the bytes of UTF-8 for another code and prompts become unreadable. */
const byteOrderMark = '\uFEFF';

/** The same fields under the same names as the list has. */
export const requestLogFileForms: { readonly [F in ExportFormat]: RequestLogFileForm } = {
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    head: byteOrderMark + csvRow(columns),
    line: (entry) => {
      const record = encodeRequestLogEntry(entry);
      return csvRow(columns.map((column) => record[column] ?? null));
    },
  },
  jsonl: {
    contentType: 'application/jsonl; charset=utf-8',
    head: '',
    line: (entry) => `${JSON.stringify(encodeRequestLogEntry(entry))}\n`,
  },
};
