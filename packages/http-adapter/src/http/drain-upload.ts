import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountOf } from './request-account.ts';

/** What a piece counts as at least, in bytes: taking one costs that much work however small it is. */
const leastPerPiece = 4096;

/**
 * After a refusal sent in the middle of an upload: reads on and discards, so that the caller, still sending, gets to
 * see the response instead of a reset connection (RFC 9112 §9.6), but no more than `maxBytes`; then the connection goes.
 */
export function drainAtMost(request: IncomingMessage, maxBytes: number): void {
  if (request.complete || request.destroyed) return;
  let received = 0;
  request.on('data', (chunk: Uint8Array) => {
    received += Math.max(chunk.length, leastPerPiece);
    if (received > maxBytes) request.destroy();
  });
  request.on('error', () => {
    // The caller left; no one is left to tell.
  });
  request.resume();
}

/** What is read and thrown away after a refusal in the middle of a body, in bytes. */
export const mostDiscarded = 256 * 1024 * 1024;

/**
 * For a response to a body refused half-way: Fastify would close the connection, and the caller, still sending, would see
 * a reset instead of the response.
 */
export function drainUpload(request: FastifyRequest, reply: FastifyReply): void {
  // Do not wait for a caller that has stopped sending.
  if (accountOf(request)?.bodyIsTooLate === true) return;
  reply.removeHeader('connection');
  drainAtMost(request.raw, mostDiscarded);
}
