import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AdminContext } from '../context.ts';
import { errorAnswers, sessionSecurity as security } from '../schemas/page.ts';

const addresses = z.object({
  local_url: z.string(),
  tasks_url: z
    .string()
    .nullable()
    .meta({ description: 'Null where the Video Task API is not served beside this one.' }),
});

/** Where the surfaces are reached from outside, for calls that people copy. */
export function registerAddresses(app: FastifyInstance, { deps }: AdminContext): void {
  const schema = {
    tags: ['Settings'],
    summary: 'Say where the APIs are reached',
    security,
    response: { 200: addresses, ...errorAnswers },
  };
  app.get('/addresses', { schema }, (_request, reply) =>
    reply.send({ local_url: deps.publicUrl(), tasks_url: deps.tasksUrl?.() ?? null }),
  );
}
