import type { Logger } from 'pino';
import type { AnsweredRequest } from './observe-answers.ts';

/**
 * Writes one line for each answered request while the log takes such lines: at `debug` for reads that went well, of which
 * each waiting client makes one every few seconds, at `info` for all others. A line names the route, never the path or the
 * query, where signatures stand.
 */
export function createRequestLines(
  logger: Logger,
  listener: string,
): (answered: AnsweredRequest) => void {
  // Every field of these lines is ours, so nothing is to be redacted: looking for secrets would cost most of a line.
  const lines = logger.child({ event: 'request', listener }, { redact: [], level: 'debug' });
  return (answered) => {
    const level = wentWell(answered) ? 'debug' : 'info';
    // The level is the parent's at this moment, since an administrator may change it.
    if (logger.isLevelEnabled(level)) lines[level](requestLine(answered), 'request');
  };
}

function wentWell({ request, reply, status }: AnsweredRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && status < 400 && reply.raw.writableFinished;
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
