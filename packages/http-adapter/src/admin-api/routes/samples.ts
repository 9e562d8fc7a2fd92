import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { AdminContext } from '../context.ts';
import { encodeFigures, encodeGroups, joinAll } from '../encode/figures.ts';
import { isoInstant } from '../encode/iso-instant.ts';
import { errorAnswers, sessionSecurity as security } from '../schemas/page.ts';
import { samplesAnswer, samplesQuery } from '../schemas/sample.ts';

/** `samples`: figures over time, kept for eight days. */
export function registerSamples(app: FastifyInstance, { deps }: AdminContext): void {
  const schema = {
    tags: ['Overview'],
    summary: 'Read figures over time',
    description:
      'A sample is kept of each minute, for eight days. Steps begin at multiples of their length.',
    security,
    querystring: samplesQuery,
    response: { 200: samplesAnswer, ...errorAnswers },
  };
  app.withTypeProvider<ZodTypeProvider>().get('/samples', { schema }, async ({ query }, reply) => {
    const { from, to: until, step, by } = query;
    const summaries = await deps.operationSamples.list({ from, until, stepMs: step * 1_000 });
    const total = joinAll(summaries);
    return reply.send({
      data: summaries.map((summary) => ({
        at: isoInstant(summary.at),
        ...encodeFigures(summary),
        groups: encodeGroups(summary, by),
      })),
      total: total === null ? null : encodeFigures(total),
      next_cursor: null,
    });
  });
}
