import type { FastifyInstance } from 'fastify';
import { createCacheableJson } from '../../mechanics/cacheable-json.ts';
import { describedOnly } from '../../mechanics/described-only.ts';
import type { LocalContext } from '../context.ts';
import { encodeModelList } from '../encode/model-list.ts';
import { errorAnswers, serviceKeySecurity } from '../route-description.ts';
import { localModelList } from '../schemas/model-list.ts';

/** `GET /v1/models` [local.models.list]. */
export function registerListModels(app: FastifyInstance, { deps }: LocalContext): void {
  const sendModels = createCacheableJson(encodeModelList);
  const schema = {
    tags: ['Models'],
    summary: 'List every full model id',
    security: serviceKeySecurity,
    response: { 200: localModelList, ...errorAnswers },
  };
  app.get('/v1/models', { schema, validatorCompiler: describedOnly }, (request, reply) =>
    sendModels(deps.gateway.catalog(), { request, reply }),
  );
}
