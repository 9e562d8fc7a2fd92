import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** What stands in for the status of a request whose caller left before it was answered. */
const callerLeft = 499;

/**
 * Writes one line for each request when its answer is over, however it ended: also those sent as raw bytes, which
 * pass by Fastify's own hooks, and those nobody waited for. A line names the route, never the path or the query, where
 * signatures stand. Call it before anything else is registered.
 */
export function logRequests(app: FastifyInstance, logger: Logger, listener: string): void {
  if (!logger.isLevelEnabled('info')) return;
  app.addHook('onRequest', (request, reply, done) => {
    const startedAt = performance.now();
    let written = false;
    const write = (): void => {
      if (written) return;
      written = true;
      logger.info(requestLine({ request, reply, listener, startedAt }), 'request');
    };
    reply.raw.once('finish', write);
    reply.raw.once('close', write);
    done();
  });
}

function requestLine(input: {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly listener: string;
  readonly startedAt: number;
}) {
  const { request, reply, listener, startedAt } = input;
  const { raw } = reply;
  return {
    event: 'request',
    listener,
    request_id: request.id,
    method: request.method,
    route: request.routeOptions.url ?? null,
    status: raw.writableFinished || raw.headersSent ? raw.statusCode : callerLeft,
    finished: raw.writableFinished,
    duration_ms: Math.round(performance.now() - startedAt),
  };
}
