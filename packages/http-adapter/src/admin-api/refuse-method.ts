import type { FastifyReply } from 'fastify';
import { sendAdminFailure } from './failure-response.ts';

/** Answers a method the path does not have. */
export function refuseMethod(reply: FastifyReply, allow: string): void {
  sendAdminFailure(reply, {
    kind: 'method-not-allowed',
    detail: `This path takes ${allow} only.`,
    allow,
  });
}
