import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sendAdminFailure } from './failure.ts';

/** Maximum names that a refusal repeats. */
const mostNamed = 5;

/** Refuses unknown query parameters: a misspelt filter would show, or act on, too much [admin.parameters-known]. */
export async function refuseUnknownParameters(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { querystring } = request.routeOptions.schema ?? {};
  const known = querystring instanceof z.ZodObject ? Object.keys(querystring.shape) : [];
  const given = Object.keys(z.record(z.string(), z.unknown()).parse(request.query));
  const unknown = given.filter((name) => !known.includes(name));
  if (unknown.length === 0) return undefined;
  const named = unknown.slice(0, mostNamed).map((name) => JSON.stringify(name));
  const takes = known.length === 0 ? 'no query parameters' : known.join(', ');
  const detail = `Unknown query parameter ${named.join(', ')}; this path supports ${takes}.`;
  return sendAdminFailure(reply, { kind: 'field-invalid', detail });
}
