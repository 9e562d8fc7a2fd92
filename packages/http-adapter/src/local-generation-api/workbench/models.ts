import {
  creditPrice,
  defaultModel,
  listModels,
  type ModelCatalog,
  type OfferedModel,
  resolveModel,
} from '@filmgate/core';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createMemoisedJson } from '../../http/memoised-json.ts';
import { noValidation, sendText } from '../../http/route-compilers.ts';
import { sessionSecurity, type WorkbenchContext, workbenchTags } from './context.ts';
import { workbenchErrorResponses } from './failure.ts';

/** Encodes every video model with the values its id fixes, and the workbench's initial values [workbench.models]. */
export function encodeWorkbenchModels(catalog: ModelCatalog): WorkbenchModels {
  const models = listModels(catalog, 'local').flatMap(encodeModel);
  const chosen = resolveModel(catalog, defaultModel(catalog, 'local') ?? '', 'local');
  const preferred = chosen.kind === 'resolved' ? chosen.model : undefined;
  const first = models.find(({ id }) => id === preferred) ?? models[0];
  if (first === undefined) return { models, defaults: null };
  const { id: model, aspect_ratio, resolution, duration, audio } = first;
  return {
    models,
    defaults: { model, aspect_ratio, resolution, duration, generate_audio: audio.default },
  };
}

function encodeModel(offered: OfferedModel): readonly WorkbenchModel[] {
  const { model, family, durationSeconds, aspectRatio, resolution } = offered;
  const isVideo = family.mediaType === 'video';
  if (!isVideo || durationSeconds === null || aspectRatio === null || resolution === null)
    return [];
  const { minimum, maximum, roles } = family.references;
  return [
    {
      id: model,
      family: family.id,
      description: family.description,
      aspect_ratio: aspectRatio,
      resolution,
      duration: durationSeconds,
      audio: { supported: family.audio !== 'none', default: family.audio === 'always' },
      credits: creditPrice(family, { resolution, durationSeconds }),
      negative_prompt: family.negativePrompt,
      reference_images: { min: minimum, max: maximum, roles: [...roles] },
    },
  ];
}

/** A model as the workbench offers it [workbench.models]. */
const workbenchModel = z.object({
  id: z.string(),
  family: z.string(),
  description: z.string(),
  aspect_ratio: z.string(),
  resolution: z.string(),
  duration: z.int().meta({ description: 'Seconds.' }),
  audio: z.object({ supported: z.boolean(), default: z.boolean() }),
  negative_prompt: z.boolean(),
  credits: z.number().meta({ description: 'Price of one video, in credits.' }),
  reference_images: z.object({ min: z.int(), max: z.int(), roles: z.array(z.string()) }),
});

export type WorkbenchModel = z.infer<typeof workbenchModel>;

/** Every model of the workbench, and its initial values. */
export const workbenchModels = z.object({
  models: z.array(workbenchModel),
  defaults: z
    .object({
      model: z.string(),
      aspect_ratio: z.string(),
      resolution: z.string(),
      duration: z.int(),
      generate_audio: z.boolean(),
    })
    .nullable()
    .meta({
      description: 'Fast variant of family A if the catalog has it; null without video models.',
    }),
});

export type WorkbenchModels = z.infer<typeof workbenchModels>;

/** `GET /local-video/models` [workbench.models]: every video model with the values its id fixes. */
export function registerModels(app: FastifyInstance, { deps }: WorkbenchContext): void {
  const models = createMemoisedJson(encodeWorkbenchModels);
  const schema = {
    tags: workbenchTags,
    summary: 'List the models of the workbench',
    security: sessionSecurity,
    response: { 200: workbenchModels, ...workbenchErrorResponses },
  };
  app.get('/models', { schema, validatorCompiler: noValidation }, (_request, reply) =>
    sendText(reply, models.render(deps.gateway.catalog())),
  );
}
