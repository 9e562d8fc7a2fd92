import type { FastifyInstance, FastifyReply, RawRequestDefaultExpression } from 'fastify';

/** Callers' request ids that we repeat: short enough for a log line, and nothing a header or a log could misread. */
const acceptable = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/**
 * Gives each request an id: the caller's `x-request-id` if that is one plain word, otherwise a new one. A repeated
 * header arrives joined by a comma and so does not match.
 */
export function createRequestIds(
  next: () => string,
): (request: Pick<RawRequestDefaultExpression, 'headers'>) => string {
  return ({ headers }) => {
    const given = headers['x-request-id'];
    return typeof given === 'string' && acceptable.test(given) ? given : `req_${next()}`;
  };
}

/** Sent with every response that is not a page or a media file (OWASP ASVS 14.4; RFC 9111 §5.2.2.5 for `no-store`). */
export const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * Begins every response of a scope: security headers and the request id. An unknown path is refused here, before
 * anything reads its body; so is a path that leaves a parameter empty, which the router takes for a match.
 */
export function openResponses(
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
