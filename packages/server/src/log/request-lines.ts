import { addressPrefixes } from '@filmgate/http-adapter';
import type { FastifyInstance } from 'fastify';
import type { Logger as PinoLogger } from 'pino';
import type { AnsweredRequest } from './observe-responses.ts';
import { SparingLines } from './sparing-lines.ts';

/** Lines in a minute of requests that were refused, failed or were left: of one block of addresses, and of all. */
const bounds = { each: 20, inAll: 300 };

/**
 * Writes one line for each answered request while the log takes such lines: at `debug` for reads that went well, of which
 * each waiting client makes one every few seconds, at `info` for all others. Of those that were refused, failed or were left
 * the first of a minute have lines, and the rest one line for each route and status. A line names the route, never the path
 * or the query, where signatures stand.
 */
export function createRequestLines(
  app: FastifyInstance,
  logger: PinoLogger,
  listener: string,
): (answered: AnsweredRequest) => void {
  // Every field of these lines is ours, so nothing is to be redacted: looking for secrets would cost most of a line.
  const lines = logger.child({ event: 'request', listener }, { redact: [], level: 'debug' });
  const counted = logger.child({ event: 'requests-counted', listener }, { level: 'debug' });
  const sparing = new SparingLines({
    bounds,
    report: (kind, count) => counted.info({ ...kind, count }, 'further requests in the last minute'),
  });
  app.addHook('onClose', async () => sparing.reportLeftOut());
  return (answered) => {
    const level = wentWell(answered) && isRead(answered) ? 'debug' : 'info';
    // The level is the parent's at this moment, since an administrator may change it.
    if (!logger.isLevelEnabled(level)) return;
    if (
      wentWell(answered) ||
      sparing.takes(addressPrefixes(answered.address).caller, kindOf(answered))
    )
      lines[level](requestLine(answered), 'request');
  };
}

function isRead({ request: { method } }: AnsweredRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** A creation counts even if its caller left. */
function wentWell(answered: AnsweredRequest): boolean {
  return answered.status < 400 && (!isRead(answered) || answered.reply.raw.writableFinished);
}

function kindOf({ request, status }: AnsweredRequest) {
  return { method: request.method, route: request.routeOptions.url ?? null, status };
}

function requestLine({ request, reply, status, durationMs }: AnsweredRequest) {
  return {
    request_id: request.id,
    method: request.method,
    route: request.routeOptions.url ?? null,
    status,
    finished: reply.raw.writableFinished,
    duration_ms: Math.round(durationMs),
  };
}
