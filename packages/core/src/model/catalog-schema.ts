import { z } from 'zod';
import { aspectRatios } from '../media/aspect-ratio.ts';
import { referenceRoles } from '../media/reference.ts';
import { resolutions } from '../media/resolution.ts';
import { listModels } from './list-models.ts';
import type { ModelCatalog } from './model-catalog.ts';
import type { ModelFamily } from './model-family.ts';
import { parseModelId } from './model-id.ts';
import type { RouteCost, RouteLimits } from './route.ts';

const longestId = 64;

function distinct(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

function ascending(values: readonly number[]): boolean {
  return values.every((value, index) => index === 0 || value > (values[index - 1] ?? value));
}

const modelName = z
  .string()
  .max(longestId)
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/,
    'must be letters, digits, dots, underscores and dashes',
  );

const familyId = modelName.refine((id) => parseModelId(id).family === id, {
  message: 'must not end in a duration, aspect or resolution',
});

const referenceRules = z
  .strictObject({
    kinds: z.array(z.enum(['image', 'video', 'audio'])).refine(distinct, 'must not repeat a kind'),
    roles: z.array(z.enum(referenceRoles)).refine(distinct, 'must not repeat a role'),
    minimum: z.int().nonnegative(),
    maximum: z.int().nonnegative(),
  })
  .refine((rules) => rules.minimum <= rules.maximum, 'minimum must not exceed maximum')
  .refine(
    (rules) => rules.maximum === 0 || (rules.kinds.length > 0 && rules.roles.length > 0),
    'kinds and roles are needed where references are allowed',
  );

const routeLimits: z.ZodType<RouteLimits> = z.strictObject({
  durationsSeconds: z.array(z.int().min(1).max(999)).exactOptional(),
  aspectRatios: z.array(z.enum(aspectRatios)).exactOptional(),
  resolutions: z.array(z.enum(resolutions)).exactOptional(),
  audio: z.array(z.boolean()).exactOptional(),
  references: z
    .strictObject({
      kinds: z.array(z.enum(['image', 'video', 'audio'])).exactOptional(),
      roles: z.array(z.enum(referenceRoles)).exactOptional(),
      maximum: z.int().nonnegative().exactOptional(),
    })
    .exactOptional(),
});

const routeCost: z.ZodType<RouteCost> = z.strictObject({
  perSecond: z.partialRecord(z.enum(resolutions), z.int().nonnegative()).exactOptional(),
  each: z.int().nonnegative().exactOptional(),
});

const routeShape = z.strictObject({
  provider: z.string().min(1),
  model: z.string().min(1),
  rank: z.int().positive().default(1),
  limits: routeLimits.exactOptional(),
  fixed: z.record(z.string(), z.json()).exactOptional(),
  cost: routeCost.exactOptional(),
  charges: z.enum(['acceptance', 'success']).exactOptional(),
});

const familyShape = z.strictObject({
  id: familyId,
  addressing: z.enum(['plain', 'configured']),
  mediaType: z.enum(['video', 'image']),
  surface: z.enum(['tasks', 'local']),
  displayName: z.string().min(1),
  description: z.string(),
  ownedBy: z.string().min(1),
  durationsSeconds: z.array(z.int().min(1).max(999)).refine(ascending, 'must ascend'),
  aspectRatios: z.array(z.enum(aspectRatios)).min(1).refine(distinct, 'must not repeat an aspect'),
  resolutions: z.array(z.enum(resolutions)).min(1).refine(distinct, 'must not repeat a resolution'),
  audio: z.enum(['none', 'optional', 'always']),
  negativePrompt: z.boolean(),
  references: referenceRules,
  promptLimit: z.int().positive(),
  creditsPerSecond: z.partialRecord(z.enum(resolutions), z.int().nonnegative()),
  upstreamRoute: z.string().min(1),
  routes: z.array(routeShape).min(1).optional(),
  waitSeconds: z.int().positive(),
});

/** A family that names no route is made by the mock. */
const familySchema = familyShape.transform(
  ({ routes, ...rest }): ModelFamily => ({
    ...rest,
    routes: routes ?? [{ provider: 'mock', model: rest.upstreamRoute, rank: 1 }],
  }),
);

/** What one field alone cannot say, as sentences with the field they concern. */
function familyProblems(family: ModelFamily): readonly (readonly [keyof ModelFamily, string])[] {
  const isImage = family.mediaType === 'image';
  const unpriced = family.resolutions.filter(
    (resolution) => family.creditsPerSecond[resolution] === undefined,
  );
  const foreign = family.resolutions.filter((resolution) => resolution.endsWith('k') !== isImage);
  const problems: readonly (readonly [boolean, keyof ModelFamily, string])[] = [
    [
      isImage !== (family.durationsSeconds.length === 0),
      'durationsSeconds',
      'videos have durations, images have none',
    ],
    [foreign.length > 0, 'resolutions', `not of this media type: ${foreign.join(', ')}`],
    [unpriced.length > 0, 'creditsPerSecond', `no price for ${unpriced.join(', ')}`],
    [isImage && family.audio !== 'none', 'audio', 'images have no audio'],
    [isImage && family.surface === 'tasks', 'mediaType', 'the tasks surface offers videos only'],
    [
      (family.addressing === 'plain') !== (family.surface === 'tasks'),
      'addressing',
      'families of the tasks surface are plain, families of the local surface configured',
    ],
  ];
  return problems.filter(([wrong]) => wrong).map(([, field, sentence]) => [field, sentence]);
}

function catalogProblems(
  catalog: ModelCatalog,
): readonly (readonly [readonly (string | number)[], string])[] {
  const ids = catalog.families.map((family) => family.id);
  const models = new Set(
    (['tasks', 'local'] as const)
      .flatMap((surface) => listModels(catalog, surface))
      .map(({ model }) => model),
  );
  return [
    ...catalog.families.flatMap((family, index) =>
      familyProblems(family).map(
        ([field, sentence]) => [['families', index, field], sentence] as const,
      ),
    ),
    ...ids
      .map((id, index) => [['families', index, 'id'], `the family ${id} appears twice`] as const)
      .filter((_, index) => ids.indexOf(ids[index] ?? '') !== index),
    ...Object.entries(catalog.aliases).flatMap(([alias, target]) => [
      ...(models.has(alias) ? [[['aliases', alias], 'is a model id itself'] as const] : []),
      ...(models.has(target) ? [] : [[['aliases', alias], `names no model: ${target}`] as const]),
    ]),
  ];
}

/**
 * Checks an operator's catalog file (`FILMGATE_CATALOG_FILE`, decisions §1.2 and §5): the fields of
 * `ModelCatalog` as JSON, nothing unknown, ids that parse back to themselves, a price for every resolution,
 * aliases that name a model.
 */
export const catalogSchema: z.ZodType<ModelCatalog> = z
  .strictObject({
    families: z.array(familySchema).min(1),
    aliases: z.record(modelName, z.string()).default({}),
  })
  .superRefine((catalog, context) => {
    for (const [path, message] of catalogProblems(catalog)) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  });
