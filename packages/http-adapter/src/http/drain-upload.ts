import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountOf } from './request-account.ts';

/** Minimum bytes a chunk counts as: taking a chunk costs that much work however small it is. */
const leastPerPiece = 4096;

/**
 * After a refusal sent in the middle of an upload: reads and discards the rest, so that the caller, still sending,
 * receives the response instead of a reset connection (RFC 9112 §9.6). Beyond `maxBytes` the connection is closed.
 */
export function drainAtMost(request: IncomingMessage, maxBytes: number): void {
  if (request.complete || request.destroyed) return;
  let received = 0;
  request.on('data', (chunk: Uint8Array) => {
    received += Math.max(chunk.length, leastPerPiece);
    if (received > maxBytes) request.destroy();
  });
  request.on('error', () => {
    // The caller left; no one would read the error.
  });
  request.resume();
}

/** Maximum bytes read and discarded after a refusal in the middle of a body. */
export const mostDiscarded = 256 * 1024 * 1024;

/**
 * Drains a body that was refused half-way: Fastify would close the connection, and the caller, still sending, would
 * receive a reset instead of the response.
 */
export function drainUpload(request: FastifyRequest, reply: FastifyReply): void {
  // Do not wait for a caller that has stopped sending.
  if (accountOf(request)?.bodyIsTooLate === true) return;
  reply.removeHeader('connection');
  drainAtMost(request.raw, mostDiscarded);
}
