import { Readable } from 'node:stream';
import type { RequestLogs } from '@filmgate/core';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AdminContext } from '../context.ts';
import { isoInstant } from '../encode/iso-instant.ts';
import { type RequestLogFileForm, requestLogFileForms } from '../encode/request-log-file.ts';
import { requestLogPage } from '../request-log-filters.ts';
import { errorAnswers, sessionSecurity as security } from '../schemas/page.ts';
import { exportQuery } from '../schemas/request-log.ts';

/** Rows read at a time; all there is in memory of an export, besides what waits in the connection. */
const rowsPerRead = 500;

const schema = {
  tags: ['Request log'],
  summary: 'Export the request log',
  description:
    'Every row the list would show, newest first, as a file: CSV for spreadsheets (UTF-8 with a byte order mark; texts that would be calculated begin with an apostrophe), or one JSON object a line.',
  security,
  produces: ['text/csv', 'application/jsonl'],
  querystring: exportQuery,
  response: { 200: z.string(), ...errorAnswers },
};

type ExportQuery = z.infer<typeof exportQuery>;

/** `request-logs/export`: what the list would show, to its end, as a download. */
export function registerRequestLogExport(app: FastifyInstance, { deps }: AdminContext): void {
  app.get<{ Querystring: ExportQuery }>(
    '/request-logs/export',
    { schema },
    async ({ query }, reply) => {
      const { format } = query;
      const form = requestLogFileForms[format];
      const texts = fileTexts(deps.requestLogs, query, form);
      // Asked for before the answer begins, so that a log that cannot be read is an error and no empty file.
      const first = await texts.next();
      const name = `filmgate-requests-${fileInstant(deps.clock.now())}.${format}`;
      return reply
        .header('content-type', form.contentType)
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(inTurn(first, texts), { highWaterMark: 1 }));
    },
  );
}

/** The file, page by page. A row that comes meanwhile is newer than the first and not in it. */
async function* fileTexts(
  requestLogs: Pick<RequestLogs, 'list'>,
  query: ExportQuery,
  { head, line }: RequestLogFileForm,
): AsyncGenerator<string, void> {
  let after: string | null = null;
  let lead = head;
  do {
    const page = await requestLogs.list(requestLogPage(query, { after, limit: rowsPerRead }));
    if (page.kind === 'cursor-unknown') throw new Error('The request log forgot its own cursor.');
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

/** As a part of a file name. */
function fileInstant(at: number): string {
  return isoInstant(at)
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
}
