import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorShape } from './define-surface.ts';

/** Time a browser may cache a preflight response, in seconds. */
const preflightSeconds = 86_400;

/**
 * Lets pages of any origin read a response (WHATWG Fetch §3.3). For paths whose address alone is the permission:
 * browsers send no cookie and no other credential along, and a page that has the address could have its own server
 * fetch it.
 */
export function openToPages(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'access-control-allow-origin': '*',
    'access-control-expose-headers':
      'accept-ranges, content-disposition, content-length, content-range, etag, x-request-id',
    'cross-origin-resource-policy': 'cross-origin',
  });
}

/** Wraps a surface's refusal of wrong methods; answers a browser's preflight: reading is allowed, also in ranges. */
export function withPreflights<F extends { readonly kind: string }>(
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
