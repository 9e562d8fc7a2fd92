import { addressPrefixes } from '@filmgate/http-adapter';
import type { FastifyInstance } from 'fastify';
import type { Logger as PinoLogger } from 'pino';
import type { FinishedRequest } from './observe-responses.ts';
import { SparingLines } from './sparing-lines.ts';

/** Maximum lines per minute for requests refused, failed or aborted: of one block of addresses, and in total. */
const bounds = { each: 20, inAll: 300 };

/**
 * Writes one line for each finished request if the log level includes it: `debug` for successful reads, which each
 * waiting client sends every few seconds, `info` for all others. Of requests that were refused, failed or aborted the
 * first of a minute have lines, and the rest one line for each route and status. A line names the route, never the path
 * or the query, which may contain signatures.
 */
export function createRequestLines(
  app: FastifyInstance,
  logger: PinoLogger,
  listener: string,
): (answered: FinishedRequest) => void {
  // These lines have only the gateway's own fields: a search for secrets would find none, and cost most of a line.
  const lines = logger.child({ event: 'request', listener }, { redact: [], level: 'debug' });
  const counted = logger.child({ event: 'requests-counted', listener }, { level: 'debug' });
  const sparing = new SparingLines({
    bounds,
    report: (kind, count) =>
      counted.info({ ...kind, count }, 'further requests in the last minute'),
  });
  app.addHook('onClose', async () => sparing.reportLeftOut());
  return (answered) => {
    const level = wentWell(answered) && isRead(answered) ? 'debug' : 'info';
    // Current level of the parent, since an administrator may change it.
    if (!logger.isLevelEnabled(level)) return;
    if (
      wentWell(answered) ||
      sparing.takes(addressPrefixes(answered.address).caller, kindOf(answered))
    )
      lines[level](requestLine(answered), 'request');
  };
}

function isRead({ request: { method } }: FinishedRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** A creation counts even if its caller left. */
function wentWell(answered: FinishedRequest): boolean {
  return answered.status < 400 && (!isRead(answered) || answered.reply.raw.writableFinished);
}

function kindOf({ request, status }: FinishedRequest) {
  return { method: request.method, route: request.routeOptions.url ?? null, status };
}

function requestLine({ request, reply, status, durationMs }: FinishedRequest) {
  return {
    request_id: request.id,
    method: request.method,
    route: request.routeOptions.url ?? null,
    status,
    finished: reply.raw.writableFinished,
    duration_ms: Math.round(durationMs),
  };
}
