import type { FastifyReply } from 'fastify';
import { sendFailure } from './failure-response.ts';

/** Answers a method the path does not have. */
export function refuseMethod(reply: FastifyReply, allow: string): void {
  sendFailure(reply, {
    kind: 'method-not-allowed',
    message: `This path takes ${allow} only.`,
    allow,
  });
}
