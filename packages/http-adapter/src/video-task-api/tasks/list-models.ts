import {
  aspectRatios,
  type Gateway,
  listModels,
  type ModelCatalog,
  type OfferedModel,
  referenceRoles,
} from '@filmgate/core';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createCacheableJson } from '../../http/cacheable-json.ts';
import { encodeRetirement, retirementFields } from '../../http/announce-retirement.ts';
import { encodeLostResponse, lostResponseField } from '../../http/lost-response.ts';
import { noValidation } from '../../http/route-compilers.ts';
import type { VideoTaskContext } from '../context.ts';
import { apiUserSecurity } from '../credentials.ts';
import { errorResponses } from '../failure.ts';

/** Encodes the models of this API, in catalog order [tasks.models.list]. */
export function encodeModelList(
  catalog: ModelCatalog,
  gateway: Pick<Gateway, 'lostResponse'>,
): {
  readonly object: 'list';
  readonly data: readonly ModelObject[];
} {
  return {
    object: 'list',
    data: listModels(catalog, 'tasks').map((offered) => ({
      ...encodeModel(catalog, offered),
      ...encodeLostResponse(offered.family, gateway),
    })),
  };
}

/** The id of an image model fixes its aspect ratio and resolution [tasks.image-calls.models]. */
function encodeModel(
  catalog: ModelCatalog,
  { model, family, aspectRatio, resolution }: OfferedModel,
): ModelObject {
  const { references } = family;
  return {
    id: model,
    object: 'model',
    display_name: family.displayName,
    type: family.mediaType,
    owned_by: family.ownedBy,
    aliases: Object.keys(catalog.aliases).filter((alias) => catalog.aliases[alias] === model),
    capabilities: {
      seconds: [...family.durationsSeconds],
      resolutions: resolution === null ? [...family.resolutions] : [resolution],
      aspect_ratios: aspectRatio === null ? [...family.aspectRatios] : [aspectRatio],
      audio: family.audio,
      prompt_max_characters: family.promptLimit,
      references: {
        kinds: [...references.kinds],
        roles: [...references.roles],
        max: references.maximum,
      },
      credits_per_second: { ...family.creditsPerSecond },
    },
    ...encodeRetirement(family),
  };
}

/** One model on offer [tasks.models.list]. */
export const modelObject = z.object({
  id: z.string(),
  object: z.literal('model'),
  display_name: z.string(),
  type: z.enum(['video', 'image']),
  owned_by: z.string(),
  aliases: z.array(z.string()).meta({ description: 'Other names accepted in `model`.' }),
  capabilities: z.object({
    seconds: z.array(z.int()),
    resolutions: z.array(z.string()),
    aspect_ratios: z.array(z.enum(aspectRatios)),
    audio: z.enum(['none', 'optional', 'always']),
    prompt_max_characters: z.int(),
    references: z.object({
      kinds: z.array(z.enum(['image', 'video', 'audio'])),
      roles: z.array(z.enum(referenceRoles)),
      max: z.int(),
    }),
    credits_per_second: z
      .record(z.string(), z.number())
      .meta({ description: 'By resolution; of an image, per image.' }),
  }),
  ...lostResponseField,
  ...retirementFields,
});

export const modelList = z.object({ object: z.literal('list'), data: z.array(modelObject) });

export type ModelObject = z.infer<typeof modelObject>;

/** `GET /v1/models` [tasks.models.list]. */
export function registerListModels(app: FastifyInstance, { deps }: VideoTaskContext): void {
  const sendModels = createCacheableJson((catalog: ModelCatalog) =>
    encodeModelList(catalog, deps.gateway),
  );
  const schema = {
    tags: ['Models'],
    summary: 'List models',
    security: apiUserSecurity,
    response: { 200: modelList, ...errorResponses },
  };
  app.get('/v1/models', { schema, validatorCompiler: noValidation }, (request, reply) =>
    sendModels(deps.gateway.catalog(), { request, reply }),
  );
}
