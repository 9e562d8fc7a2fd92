import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A request whose response is over, however it ended. */
export interface AnsweredRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The status the caller got; 499 when it left before there was one. */
  readonly status: number;
  readonly durationMs: number;
  /** The caller's; kept, since a connection that is gone has none. */
  readonly address: string;
}

/** What stands in for the status of a request whose caller left before it was answered. */
const callerLeft = 499;

/**
 * Tells every observer of each request when its response is over: also of those sent as raw bytes, which pass by
 * Fastify's own hooks, and of those whose caller did not wait. Call it before anything else is registered.
 */
export function observeResponses(
  app: FastifyInstance,
  observers: readonly ((answered: AnsweredRequest) => void)[],
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
