import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A request whose response has ended, completely or not. */
export interface FinishedRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Status sent to the caller; 499 when the caller left before there was one. */
  readonly status: number;
  readonly durationMs: number;
  /** Address of the caller; stored, since a closed connection has none. */
  readonly address: string;
}

/** Status of a request whose caller left before the response. */
const callerLeft = 499;

/**
 * Calls every observer when the response to a request has ended: also for responses sent as raw bytes, which bypass
 * Fastify's own hooks, and for callers that did not wait. Call it before anything else is registered.
 */
export function observeResponses(
  app: FastifyInstance,
  observers: readonly ((answered: FinishedRequest) => void)[],
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const startedAt = performance.now();
    const { raw } = reply;
    const { ip: address } = request;
    raw.once('close', () => {
      const status = raw.writableFinished || raw.headersSent ? raw.statusCode : callerLeft;
      const durationMs = performance.now() - startedAt;
      const answered = { request, reply, status, durationMs, address };
      for (const observe of observers) observe(answered);
    });
    done();
  });
}
