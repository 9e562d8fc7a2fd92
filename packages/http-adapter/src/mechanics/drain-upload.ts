import type { FastifyReply, FastifyRequest } from 'fastify';
import { drainAtMost } from './bounded-drain.ts';
import { accountOf } from './request-account.ts';

/** What is read and thrown away after a refusal in the middle of a body, in bytes. */
export const mostDiscarded = 256 * 1024 * 1024;

/**
 * For an answer to a body refused half-way: Fastify would close the connection, and the caller, still sending, would see
 * a reset instead of the answer.
 */
export function drainUpload(request: FastifyRequest, reply: FastifyReply): void {
  // Who sends nothing any more is not waited for.
  if (accountOf(request)?.bodyIsTooLate === true) return;
  reply.removeHeader('connection');
  drainAtMost(request.raw, mostDiscarded);
}
