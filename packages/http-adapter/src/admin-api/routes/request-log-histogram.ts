import { type CallBucket, largestBucketCount } from '@filmgate/core';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { AdminContext } from '../context.ts';
import { isoInstant } from '../encode/iso-instant.ts';
import { sendAdminFailure } from '../failure-response.ts';
import { requestLogFilters } from '../request-log-filters.ts';
import { errorAnswers, sessionSecurity as security } from '../schemas/page.ts';
import {
  histogramQuery,
  type requestLogBucket,
  requestLogHistogram,
} from '../schemas/request-log.ts';

/** `request-logs/histogram`: how many of the calls the list would show began when. */
export function registerRequestLogHistogram(app: FastifyInstance, { deps }: AdminContext): void {
  const schema = {
    tags: ['Request log'],
    summary: 'Count the request log over time',
    security,
    querystring: histogramQuery,
    response: { 200: requestLogHistogram, ...errorAnswers },
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

/** Undefined when the span can be counted. */
function spanProblem(span: {
  readonly from: number;
  readonly until: number;
  readonly bucketMs: number;
}): string | undefined {
  if (span.from < 0) return 'from must not be before 1970';
  if (span.until <= span.from) return 'to must be after from';
  const count = Math.ceil((span.until - span.from) / span.bucketMs);
  return count > largestBucketCount
    ? `bucket_ms must be longer: it would take ${count} buckets, and ${largestBucketCount} is the most`
    : undefined;
}

function encodeBucket({ at, counts }: CallBucket): z.infer<typeof requestLogBucket> {
  const { clientGone: client_gone, ...others } = counts;
  return { time: isoInstant(at), ...others, client_gone };
}
