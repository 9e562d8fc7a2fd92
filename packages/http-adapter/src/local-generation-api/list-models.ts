import { type Gateway, listModels, type ModelCatalog, type OfferedModel } from '@filmgate/core';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createCacheableJson } from '../http/cacheable-json.ts';
import { encodeRetirement, retirementFields } from '../http/announce-retirement.ts';
import { encodeLostResponse, lostResponseField } from '../http/lost-response.ts';
import { noValidation } from '../http/route-compilers.ts';
import type { LocalContext } from './context.ts';
import { serviceKeySecurity } from './credentials.ts';
import { errorResponses } from './failure.ts';

/** Returns every full model id of this API, in catalog order [local.models.list]. */
function encodeModelList(
  catalog: ModelCatalog,
  gateway: Pick<Gateway, 'lostResponse'>,
): {
  readonly object: 'list';
  readonly data: readonly LocalModel[];
} {
  return {
    object: 'list',
    data: listModels(catalog, 'local').map((one) => encodeModel(one, gateway)),
  };
}

function encodeModel(offered: OfferedModel, gateway: Pick<Gateway, 'lostResponse'>): LocalModel {
  const { model, family } = offered;
  return {
    id: model,
    description: describe(offered),
    object: 'model',
    owned_by: family.ownedBy,
    type: family.mediaType,
    ...encodeLostResponse(family, gateway),
    ...encodeRetirement(family),
  };
}

/** Example: `Fast variant of family A. 4 s, 16:9, 720p.` */
function describe({ family, durationSeconds, aspectRatio, resolution }: OfferedModel): string {
  const fixed = [
    ...(durationSeconds === null ? [] : [`${durationSeconds} s`]),
    ...(aspectRatio === null ? [] : [aspectRatio]),
    ...(resolution === null ? [] : [resolution]),
  ];
  return [family.description, ...(fixed.length === 0 ? [] : [`${fixed.join(', ')}.`])].join(' ');
}

/** One full model id on offer [local.models.list]. */
export const localModel = z.object({
  id: z.string().meta({ description: 'Full model ID; use it unchanged.' }),
  description: z.string(),
  object: z.literal('model'),
  owned_by: z.string(),
  type: z.enum(['video', 'image']),
  ...lostResponseField,
  ...retirementFields,
});

export const localModelList = z.object({
  object: z.literal('list'),
  data: z.array(localModel),
});

export type LocalModel = z.infer<typeof localModel>;

/** `GET /v1/models` [local.models.list]. */
export function registerListModels(app: FastifyInstance, { deps }: LocalContext): void {
  const sendModels = createCacheableJson((catalog: ModelCatalog) =>
    encodeModelList(catalog, deps.gateway),
  );
  const schema = {
    tags: ['Models'],
    summary: 'List all full model IDs',
    security: serviceKeySecurity,
    response: { 200: localModelList, ...errorResponses },
  };
  app.get('/v1/models', { schema, validatorCompiler: noValidation }, (request, reply) =>
    sendModels(deps.gateway.catalog(), { request, reply }),
  );
}
