import {
  listModels,
  type ModelCatalog,
  type ModelFamily,
  referenceRoles,
  wholeCatalog,
} from '@filmgate/core';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AdminContext } from '../context.ts';
import { encodeRetirement, retirement } from '../schemas/retirement.ts';
import { errorResponses, pageOf, sessionSecurity as security } from '../schemas/page.ts';

/** Returns every family in the order of the catalog, with its ids and aliases. */
function encodeModelFamilies(catalog: ModelCatalog): readonly ModelFamilyRecord[] {
  const ids = idsByFamily(catalog);
  return catalog.families.map((family) => encodeFamily(family, ids.get(family.id) ?? [], catalog));
}

function idsByFamily(catalog: ModelCatalog): ReadonlyMap<string, readonly string[]> {
  const offered = (['tasks', 'local'] as const).flatMap((surface) => listModels(catalog, surface));
  const groups = Map.groupBy(offered, ({ family }) => family.id);
  return new Map(
    [...groups].map(([id, models]) => [id, [...new Set(models.map(({ model }) => model))]]),
  );
}

function encodeFamily(
  family: ModelFamily,
  ids: readonly string[],
  { aliases }: ModelCatalog,
): ModelFamilyRecord {
  const { kinds, roles, minimum: min, maximum: max } = family.references;
  return {
    family: family.id,
    surface: family.surfaces[0] ?? 'local',
    surfaces: [...family.surfaces],
    media_type: family.mediaType,
    display_name: family.displayName,
    description: family.description,
    owned_by: family.ownedBy,
    durations: [...family.durationsSeconds],
    aspect_ratios: [...family.aspectRatios],
    resolutions: [...family.resolutions],
    audio: family.audio,
    negative_prompt: family.negativePrompt,
    references: { kinds: [...kinds], roles: [...roles], min, max },
    prompt_limit: family.promptLimit,
    prices: family.resolutions.flatMap((resolution) => {
      const credits = family.creditsPerSecond[resolution];
      return credits === undefined ? [] : [{ resolution, credits }];
    }),
    wait_seconds: family.waitSeconds,
    retirement: encodeRetirement(family),
    ids: [...ids],
    aliases: Object.entries(aliases)
      .filter(([, id]) => ids.includes(id))
      .map(([alias, id]) => ({ alias, id })),
  };
}

/** A family of models of the catalog, with every id it is offered under. */
export const modelFamily = z.object({
  family: z.string(),
  surface: z.enum(['tasks', 'local']).meta({ description: 'First of `surfaces`.' }),
  surfaces: z.array(z.enum(['tasks', 'local'])).meta({
    description: 'APIs that offer the family: Video Task API, Local Generation API, or both.',
  }),
  media_type: z.enum(['video', 'image']),
  display_name: z.string(),
  description: z.string(),
  owned_by: z.string(),
  durations: z.array(z.int()).meta({ description: 'Seconds; empty for images.' }),
  aspect_ratios: z.array(z.string()),
  resolutions: z.array(z.string()),
  audio: z.enum(['none', 'optional', 'always']),
  negative_prompt: z.boolean(),
  references: z.object({
    kinds: z.array(z.enum(['image', 'video', 'audio'])),
    roles: z.array(z.enum(referenceRoles)),
    min: z.int(),
    max: z.int(),
  }),
  prompt_limit: z.int().meta({ description: 'Unicode code points.' }),
  prices: z.array(z.object({ resolution: z.string(), credits: z.number() })).meta({
    description: 'Credits per second of video, or per image.',
  }),
  wait_seconds: z.int().meta({ description: 'Maximum wait of a synchronous call, in seconds.' }),
  retirement: retirement
    .nullable()
    .meta({ description: 'Announced end of the model at its provider.' }),
  ids: z.array(z.string()).meta({ description: 'All full model IDs.' }),
  aliases: z.array(z.object({ alias: z.string(), id: z.string() })),
});

export type ModelFamilyRecord = z.infer<typeof modelFamily>;

/** `models`: the whole catalog of both surfaces, with the options and prices of its models. */
export function registerModels(app: FastifyInstance, { deps }: AdminContext): void {
  const response = { 200: pageOf(modelFamily), ...errorResponses };
  const schema = { tags: ['Models'], summary: 'List model families', security, response };
  app.get('/models', { schema }, (_request, reply) =>
    reply.send({
      data: encodeModelFamilies(wholeCatalog(deps.gateway.catalog())),
      next_cursor: null,
    }),
  );
}
