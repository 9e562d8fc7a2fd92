import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

const variantQuery = z.object({ variant: z.literal('video').optional() });

/** What is wrong with the form of a result that a query asks for, as clients of OpenAI do; undefined where it is the one there is. */
export function variantProblem({ query }: Pick<FastifyRequest, 'query'>): string | undefined {
  return variantQuery.safeParse(query).success
    ? undefined
    : 'variant must be video: there are no thumbnails and no spritesheets.';
}
