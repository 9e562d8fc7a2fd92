import type { FastifyReply } from 'fastify';

/** Media type of every JSON response. */
export const jsonContentType = 'application/json; charset=utf-8';

/** Sends JSON text. */
export function sendText(reply: FastifyReply, text: string | Buffer): FastifyReply {
  return reply.header('content-type', jsonContentType).send(text);
}

/**
 * Serializer compiler for routes whose response schemas describe and do not filter: encoders build each response field
 * by field, so that checking it again at run time would only cost.
 */
export function plainJsonSerializerCompiler(): (data: unknown) => string {
  return (data) => JSON.stringify(data);
}

/** What a validator without a rule does. */
type PassThrough = (data: unknown) => { readonly value: unknown };

/**
 * Validator compiler for routes whose request schemas describe and do not decide: the route reads its input itself, in
 * the order its checks are promised, or has nothing a check could find.
 */
export function noValidation(): PassThrough {
  return (value) => ({ value });
}
