import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export const jsonContentType = 'application/json; charset=utf-8';

export function sendText(reply: FastifyReply, text: string | Buffer | Readable): FastifyReply {
  return reply.header('content-type', jsonContentType).send(text);
}

/**
 * Serializer compiler for routes whose response schemas describe and do not filter: encoders build each response field
 * by field, so that checking it again at run time would only cost.
 */
export function plainJsonSerializerCompiler(): (data: unknown) => string {
  return (data) => JSON.stringify(data);
}

/** A validator without a rule. */
type PassThrough = (data: unknown) => { readonly value: unknown };

/**
 * Validator compiler for routes whose request schemas describe and do not decide: the route reads its input itself, in
 * the promised order of checks, or has nothing to check.
 */
export function noValidation(): PassThrough {
  return (value) => ({ value });
}
