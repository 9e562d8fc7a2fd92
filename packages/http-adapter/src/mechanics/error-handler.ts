import type { Logger } from '@filmgate/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { drainUpload } from './drain-upload.ts';
import { isRefusalOfHost } from './framework-problem.ts';
import { securityHeaders } from './open-answers.ts';

/** Tells the operator of an answer that failed by a fault of ours or of the store; what callers do wrong is not told here. */
function logFailedRequest(
  log: Logger,
  request: FastifyRequest,
  { kind, error }: { readonly kind: string; readonly error: unknown },
): void {
  const fields = { request_id: request.id, route: request.routeOptions.url ?? '' };
  if (kind === 'internal') log.error('request_failed', error, fields);
  if (kind === 'storage-unavailable') log.error('storage_unavailable', error, fields);
}

/** How one surface words what is thrown while a request is answered. */
export interface ErrorWords<F extends { readonly kind: string }> {
  readonly log: Logger;
  readonly failureOf: (error: unknown, request: FastifyRequest) => F;
  readonly send: (reply: FastifyReply, failure: F) => unknown;
}

/**
 * Answers whatever a route, the framework or the surface's own hooks throw in the surface's shape. What a hook of the program
 * around it throws with a status goes on to that program's error handler: its 401, 402 or 429 are its own to word.
 */
export function createErrorHandler<F extends { readonly kind: string }>({
  log,
  failureOf,
  send,
}: ErrorWords<F>): (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void> | undefined {
  return (error, request, reply) => {
    drainUpload(request, reply);
    if (isRefusalOfHost(error)) return handOn(error);
    const failure = failureOf(error, request);
    logFailedRequest(log, request, { kind: failure.kind, error });
    // A hook of the program around the surface may have failed before the surface began its answer.
    reply.headers(securityHeaders).header('x-request-id', request.id);
    send(reply, failure);
    return undefined;
  };
}

/** As a rejection, since the framework takes only a thrown Error for one, and plugins throw plain objects, too. */
async function handOn(error: unknown): Promise<never> {
  throw error;
}
