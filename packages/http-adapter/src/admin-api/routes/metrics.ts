import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refuseMethods } from '../../http/define-surface.ts';
import { readBearerToken } from '../../http/request-headers.ts';
import type { AdminContext } from '../context.ts';
import type { Metrics } from '../deps.ts';
import { adminErrors, sendAdminFailure } from '../failure.ts';
import { errorResponses } from '../schemas/page.ts';

const url = '/metrics';

/** `GET /metrics` [metrics.access] as Prometheus text, for the administrator's session or the metrics token. */
export function registerMetrics(app: FastifyInstance, context: AdminContext): void {
  const { metrics } = context.deps;
  if (metrics === undefined) return;
  refuseMethods(app, adminErrors, { [url]: ['GET'] });
  const schema = {
    tags: ['Operation'],
    summary: 'Read metrics in Prometheus text format',
    security: [{ adminSession: [] }, { metricsToken: [] }],
    produces: ['text/plain'],
    response: { 200: z.string(), ...errorResponses },
  };
  app.get(url, { schema }, async (request, reply) => {
    if (!(await isAllowed(context, metrics, request))) return refuse(context, request, reply);
    // Sent as bytes: the serializer of this scope writes JSON.
    const text = Buffer.from(await metrics.render());
    return reply.header('content-type', metrics.contentType).send(text);
  });
}

/** A presented token decides alone; a session counts only without one. */
async function isAllowed(
  context: AdminContext,
  metrics: Metrics,
  request: FastifyRequest,
): Promise<boolean> {
  const reading = readBearerToken(request.raw.rawHeaders);
  switch (reading.kind) {
    case 'absent':
      return (await context.guard.find(request)) !== undefined;
    case 'malformed':
      return false;
    case 'token':
      return metrics.tokenMatches(reading.token) === true;
  }
}

function refuse(
  { deps, failedCredentials }: AdminContext,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const reading = readBearerToken(request.raw.rawHeaders);
  const isFormer =
    reading.kind === 'token' && deps.metrics?.tokenMatches(reading.token) === 'former';
  const isGuess = reading.kind !== 'absent' && !isFormer;
  const retryAfterMs = isGuess ? failedCredentials.count(request.ip) : null;
  if (retryAfterMs !== null) {
    const detail =
      'The metrics token is not valid, and there were too many invalid tokens from your address.';
    return sendAdminFailure(reply, { kind: 'credentials-throttled', detail, retryAfterMs });
  }
  return sendAdminFailure(reply, {
    kind: 'no-session',
    detail: 'Log in first, or send the metrics token.',
  });
}
