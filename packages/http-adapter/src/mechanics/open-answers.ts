import type { FastifyInstance, FastifyReply } from 'fastify';
import { securityHeaders } from './security-headers.ts';

/**
 * Begins every answer of a scope: security headers and the request id. An unknown path is answered here, before
 * anything reads its body; so is a path that leaves a parameter empty, which the router takes for a match.
 */
export function openAnswers(
  app: FastifyInstance,
  refuseUnknown: (reply: FastifyReply) => void,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders).header('x-request-id', request.id);
    if (request.is404 || hasEmptyParameter(request.params)) refuseUnknown(reply);
    else done();
  });
}

function hasEmptyParameter(params: unknown): boolean {
  return typeof params === 'object' && params !== null && Object.values(params).includes('');
}
