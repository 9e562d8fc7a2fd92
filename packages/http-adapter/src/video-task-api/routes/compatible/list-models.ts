import type { FastifyInstance } from 'fastify';
import { createCacheableJson } from '../../../mechanics/cacheable-json.ts';
import { describedOnly } from '../../../mechanics/described-only.ts';
import type { VideoTaskContext } from '../../context.ts';
import { encodeModelList } from '../../encode/model-list.ts';
import { apiUserSecurity, errorAnswers } from '../../route-description.ts';
import { modelList } from '../../schemas/model-list.ts';

/** `GET /v1/models` [tasks.models.list]. */
export function registerListModels(app: FastifyInstance, { deps }: VideoTaskContext): void {
  const sendModels = createCacheableJson(encodeModelList);
  const schema = {
    tags: ['Models'],
    summary: 'List models',
    security: apiUserSecurity,
    response: { 200: modelList, ...errorAnswers },
  };
  app.get('/v1/models', { schema, validatorCompiler: describedOnly }, (request, reply) =>
    sendModels(deps.gateway.catalog(), { request, reply }),
  );
}
