import {
  type RequestBucket,
  largestBucketCount,
  type RequestLogFilters,
  type RequestLogQuery,
} from '@filmgate/core';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { AdminContext } from '../context.ts';
import { sendAdminFailure } from '../failure.ts';
import {
  errorResponses,
  isoInstant,
  ownerNamed,
  pageOf,
  pageQuery,
  sessionSecurity as security,
} from '../schemas/page.ts';
import {
  encodeRequestLogEntry,
  histogramQuery,
  type requestLogBucket,
  requestLogEntry,
  requestLogHistogram,
  requestLogsQuery,
} from '../schemas/request-log.ts';

type GivenFilters = z.infer<typeof requestLogsQuery>;

/** Returns the filters of the calls. */
function requestLogFilters(given: GivenFilters): RequestLogFilters {
  return {
    path: given.path ?? null,
    status: given.status ?? null,
    caller: ownerNamed(given.caller),
    model: given.model ?? null,
    jobId: given.job_id ?? null,
    text: given.text === undefined || given.text === '' ? null : given.text,
  };
}

/** Encodes a page of calls. */
export function requestLogPage(
  given: GivenFilters,
  page: Pick<RequestLogQuery, 'after' | 'limit'>,
): RequestLogQuery {
  const span = { from: given.from ?? null, until: given.to ?? null };
  return { ...requestLogFilters(given), ...span, ...page };
}

const querystring = requestLogsQuery.extend(pageQuery);

/** `request-logs` [request-log.list]: every call of the programmatic routes, newest first. */
export function registerRequestLogs(app: FastifyInstance, { deps }: AdminContext): void {
  const schema = {
    tags: ['Request log'],
    summary: 'Read the request log',
    security,
    querystring,
    response: { 200: pageOf(requestLogEntry), ...errorResponses },
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .get('/request-logs', { schema }, async (request, reply) => {
      const { cursor = null, limit } = request.query;
      const query = requestLogPage(request.query, { after: cursor, limit });
      const page = await deps.requestLogs.list(query);
      if (page.kind === 'cursor-unknown') {
        const detail = 'cursor does not belong to this list';
        return sendAdminFailure(reply, { kind: 'field-invalid', detail });
      }
      const data = page.entries.map(encodeRequestLogEntry);
      return reply.send({ data, next_cursor: page.next });
    });
}

/** `request-logs/histogram`: the number of listed calls per interval, by their start. */
export function registerRequestLogHistogram(app: FastifyInstance, { deps }: AdminContext): void {
  const schema = {
    tags: ['Request log'],
    summary: 'Count requests over time',
    security,
    querystring: histogramQuery,
    response: { 200: requestLogHistogram, ...errorResponses },
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .get('/request-logs/histogram', { schema }, async (request, reply) => {
      const { from, to: until, bucket_ms: bucketMs } = request.query;
      const detail = spanProblem({ from, until, bucketMs });
      if (detail !== undefined) return sendAdminFailure(reply, { kind: 'field-invalid', detail });
      const filters = requestLogFilters(request.query);
      const buckets = await deps.requestLogs.countOverTime({ ...filters, from, until, bucketMs });
      return reply.send({ data: buckets.map(encodeBucket) });
    });
}

/** Returns undefined if the span can be counted. */
function spanProblem(span: {
  readonly from: number;
  readonly until: number;
  readonly bucketMs: number;
}): string | undefined {
  if (span.from < 0) return 'from must not be before 1970';
  if (span.until <= span.from) return 'to must be after from';
  const count = Math.ceil((span.until - span.from) / span.bucketMs);
  return count > largestBucketCount
    ? `bucket_ms must be longer: ${count} buckets exceed the maximum of ${largestBucketCount}`
    : undefined;
}

function encodeBucket({ at, counts }: RequestBucket): z.infer<typeof requestLogBucket> {
  const { clientGone: client_gone, ...others } = counts;
  return { time: isoInstant(at), ...others, client_gone };
}
