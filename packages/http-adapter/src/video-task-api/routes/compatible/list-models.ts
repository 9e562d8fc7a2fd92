import type { FastifyInstance } from 'fastify';
import { describedOnly } from '../../../mechanics/described-only.ts';
import { sendText } from '../../answers.ts';
import type { VideoTaskContext } from '../../context.ts';
import { encodeModelList } from '../../encode/model-list.ts';
import { apiUserSecurity, errorAnswers } from '../../route-description.ts';
import { modelList } from '../../schemas/model-list.ts';

/** `GET /v1/models` (video-task-api §4.1). The catalog does not change while the server runs. */
export function registerListModels(app: FastifyInstance, { deps }: VideoTaskContext): void {
  const text = JSON.stringify(encodeModelList(deps.catalog));
  const schema = {
    tags: ['Models'],
    summary: 'List models',
    security: apiUserSecurity,
    response: { 200: modelList, ...errorAnswers },
  };
  app.get('/v1/models', { schema, validatorCompiler: describedOnly }, (_request, reply) => {
    sendText(reply, text);
  });
}
