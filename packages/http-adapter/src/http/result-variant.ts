import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

const variantQuery = z.object({ variant: z.literal('video').optional() });

/**
 * Returns the fault of the `variant` a query asks for, as clients of OpenAI do; undefined if it is the only existing
 * one.
 */
export function variantProblem({ query }: Pick<FastifyRequest, 'query'>): string | undefined {
  return variantQuery.safeParse(query).success
    ? undefined
    : 'variant must be video: thumbnails and spritesheets are not supported.';
}
