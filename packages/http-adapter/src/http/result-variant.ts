import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

const variantQuery = z.object({ variant: z.literal('video').optional() });

/** Returns the fault of a query's `variant`, as clients of OpenAI send it; undefined if it is the only existing one. */
export function variantProblem({ query }: Pick<FastifyRequest, 'query'>): string | undefined {
  return variantQuery.safeParse(query).success
    ? undefined
    : 'variant must be video: thumbnails and spritesheets are not supported.';
}
