import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorShape } from './define-surface.ts';

/** How long a browser need not ask again, in seconds. */
const preflightSeconds = 86_400;

/**
 * Lets pages of any origin read a response (WHATWG Fetch §3.3). For paths whose address alone is the permission: browsers send no cookie
 * and no other credential along, and a page that has the address could have its own server fetch it.
 */
export function openToPages(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'access-control-allow-origin': '*',
    'access-control-expose-headers':
      'accept-ranges, content-disposition, content-length, content-range, etag, x-request-id',
    'cross-origin-resource-policy': 'cross-origin',
  });
}

/** A surface's words for wrong methods, with a browser's question before it reads answered: it may, also in parts. */
export function answeringPreflights<F extends { readonly kind: string }>(
  shape: ErrorShape<F>,
): ErrorShape<F> {
  const send: ErrorShape<F>['send'] = (reply, failure) =>
    isPreflight(reply.request) ? respondToPreflight(reply) : shape.send(reply, failure);
  return { ...shape, send };
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function respondToPreflight(reply: FastifyReply): FastifyReply {
  return openToPages(reply)
    .code(204)
    .headers({
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': 'if-match, if-none-match, if-range, range, x-request-id',
      'access-control-max-age': String(preflightSeconds),
    })
    .send();
}
