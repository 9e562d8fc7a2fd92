import { Readable } from 'node:stream';
import type { RequestLogEntry, RequestLogs } from '@filmgate/core';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AdminContext } from '../context.ts';
import { requestLogPage } from './request-logs.ts';
import { errorResponses, isoInstant, sessionSecurity as security } from '../schemas/page.ts';
import {
  encodeRequestLogEntry,
  type exportFormats,
  exportQuery,
  type RequestLogRecord,
} from '../schemas/request-log.ts';

/** The content of one field; null leaves it empty. */
type CsvField = string | number | boolean | null;

/**
 * The beginning of a formula for a spreadsheet (OWASP, "CSV Injection"), also after white space, as in LibreOffice. The
 * full-width forms count in East Asian versions of Excel too.
 */
const formula = /^\s*[=+\-@\t\r\n＝＋－＠]/u;

/** Characters that require quoting of a field (RFC 4180 §2). */
const quoted = /[",\r\n]/;

/**
 * Returns one line of CSV (RFC 4180) with its line end. A text that a spreadsheet would calculate gets an apostrophe in
 * front, which shows it as text; numbers and flags are written by us and stay unchanged.
 */
export function csvRow(fields: readonly CsvField[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

function csvField(field: CsvField): string {
  if (field === null) return '';
  if (typeof field !== 'string') return String(field);
  const text = formula.test(field) ? `'${field}` : field;
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

type ExportFormat = (typeof exportFormats)[number];

/** The format of an exported file. */
interface RequestLogFileForm {
  readonly contentType: string;
  /** Text before the first row. */
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

/** Without the mark, Excel takes the bytes of UTF-8 for another encoding and prompts become unreadable. */
const byteOrderMark = '\uFEFF';

/** The list's fields under the list's names. */
const requestLogFileForms: { readonly [F in ExportFormat]: RequestLogFileForm } = {
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

/** Rows per read; an export holds no more in memory, besides the data waiting in the connection. */
const rowsPerRead = 500;

const schema = {
  tags: ['Request log'],
  summary: 'Export the request log',
  description:
    'All rows of the list, newest first, as a file: CSV for spreadsheets (UTF-8 with a byte order mark; texts that look like formulas start with an apostrophe), or one JSON object per line.',
  security,
  produces: ['text/csv', 'application/jsonl'],
  querystring: exportQuery,
  response: { 200: z.string(), ...errorResponses },
};

type ExportQuery = z.infer<typeof exportQuery>;

/** `request-logs/export`: the rows of the list, to its end, as a download. */
export function registerRequestLogExport(app: FastifyInstance, context: AdminContext): void {
  const { deps } = context;
  app.get<{ Querystring: ExportQuery }>(
    '/request-logs/export',
    { schema },
    async (request, reply) => {
      const { query } = request;
      const { format } = query;
      const form = requestLogFileForms[format];
      const texts = fileTexts(deps.requestLogs, query, form);
      // Read before the response begins, so that an unreadable log is an error and not an empty file.
      const first = await texts.next();
      const act = { action: 'request-log.export', target: 'request-log' };
      // The search text may be that of a prompt, which must be found nowhere after an erasure.
      const filters = { ...query, text: undefined };
      await context.audit(request, { ...act, before: null, after: filters });
      const name = `filmgate-requests-${fileInstant(deps.clock.now())}.${format}`;
      return reply
        .header('content-type', form.contentType)
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(inTurn(first, texts), { highWaterMark: 1 }));
    },
  );
}

/** Yields the file, page by page. A row written meanwhile is newer than the first and not in the file. */
async function* fileTexts(
  requestLogs: Pick<RequestLogs, 'list'>,
  query: ExportQuery,
  { head, line }: RequestLogFileForm,
): AsyncGenerator<string, void> {
  let after: string | null = null;
  let lead = head;
  do {
    const page = await requestLogs.list(requestLogPage(query, { after, limit: rowsPerRead }));
    if (page.kind === 'cursor-unknown') throw new Error('The request log lost its own cursor.');
    yield lead + page.entries.map(line).join('');
    lead = '';
    after = page.next;
  } while (after !== null);
}

async function* inTurn(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  if (first.done !== true) yield first.value;
  yield* rest;
}

/** Formats an instant for a file name. */
function fileInstant(at: number): string {
  return isoInstant(at)
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
}
