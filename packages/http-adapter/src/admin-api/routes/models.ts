import type { FastifyInstance } from 'fastify';
import type { AdminContext } from '../context.ts';
import { encodeModelFamilies } from '../encode/model.ts';
import { modelFamily } from '../schemas/model.ts';
import { errorAnswers, pageOf, sessionSecurity as security } from '../schemas/page.ts';

/** `models`: the whole catalog of both surfaces, with what its models can do and cost. */
export function registerModels(app: FastifyInstance, { deps }: AdminContext): void {
  const response = { 200: pageOf(modelFamily), ...errorAnswers };
  const schema = { tags: ['Models'], summary: 'List the model families', security, response };
  app.get('/models', { schema }, (_request, reply) =>
    reply.send({ data: encodeModelFamilies(deps.gateway.catalog()), next_cursor: null }),
  );
}
