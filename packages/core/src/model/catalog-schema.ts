import { z } from 'zod';
import { aspectRatios } from '../media/aspect-ratio.ts';
import { referenceRoles } from '../media/reference.ts';
import { resolutions } from '../media/resolution.ts';
import { listModels } from './list-models.ts';
import type { ModelCatalog } from './model-catalog.ts';
import { type ModelFamily, modelSurfaces } from './model-family.ts';
import { parseModelId } from './model-id.ts';
import type { Route } from './route.ts';
import { routeFieldsAt, routeSchema } from './route-schema.ts';

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

/** Resolutions and aspects that came after catalogs with families of such names were written. */
const laterWord = /-(?:360p|540p|768p|1440p|2160p|3x2|2x3|9x21)$/;

const familyId = modelName.refine((id) => laterWord.test(id) || parseModelId(id).family === id, {
  message: 'must not end in a duration, aspect or resolution',
});

const referenceFields = z.strictObject({
  kinds: z.array(z.enum(['image', 'video', 'audio'])).refine(distinct, 'must not repeat a kind'),
  roles: z.array(z.enum(referenceRoles)).refine(distinct, 'must not repeat a role'),
  minimum: z.int().nonnegative(),
  maximum: z.int().nonnegative(),
});

const referenceRules = referenceFields
  .refine((rules) => rules.minimum <= rules.maximum, 'minimum must not exceed maximum')
  .refine(
    (rules) => rules.maximum === 0 || (rules.kinds.length > 0 && rules.roles.length > 0),
    'kinds and roles must not be empty if references are allowed',
  );

const retirementFields = z.strictObject({
  retiresAt: z.iso.datetime({ error: 'must be a time in UTC, such as 2026-11-11T09:00:00Z' }),
  replacedBy: familyId.nullable().default(null),
});

const familyFields = z.strictObject({
  id: familyId,
  addressing: z.enum(['plain', 'configured']).optional(),
  mediaType: z.enum(['video', 'image']),
  surface: z.enum(modelSurfaces).optional(),
  surfaces: z
    .array(z.enum(modelSurfaces))
    .min(1)
    .refine(distinct, 'must not repeat a surface')
    .optional(),
  displayName: z.string().min(1),
  description: z.string(),
  ownedBy: z.string().min(1),
  durationsSeconds: z.array(z.int().min(1).max(999)).refine(ascending, 'must be ascending'),
  aspectRatios: z.array(z.enum(aspectRatios)).min(1).refine(distinct, 'must not repeat an aspect'),
  resolutions: z.array(z.enum(resolutions)).min(1).refine(distinct, 'must not repeat a resolution'),
  audio: z.enum(['none', 'optional', 'always']),
  negativePrompt: z.boolean(),
  references: referenceRules,
  promptLimit: z.int().positive(),
  creditsPerSecond: z.partialRecord(z.enum(resolutions), z.int().nonnegative()),
  upstreamRoute: z.string().min(1).optional(),
  routes: z.array(routeSchema).min(1).refine(distinctRoutes, 'must not repeat a route').optional(),
  waitSeconds: z.int().positive(),
  retirement: retirementFields.optional(),
});

const familyShape = familyFields
  .refine(hasSurface, { path: ['surface'], message: 'is missing', when: () => true })
  .superRefine((family, context) => {
    for (const [field, message] of familyProblems(family)) {
      context.addIssue({ code: 'custom', path: [field], message });
    }
  })
  .transform(toFamily);

/** A family as a file writes it: values of older files, and values that follow from the rest, may be absent. */
type WrittenFamily = Omit<ModelFamily, 'surfaces' | 'routes'> & {
  readonly [F in 'surfaces' | 'routes']?: ModelFamily[F] | undefined;
} & {
  readonly addressing?: 'plain' | 'configured' | undefined;
  readonly surface?: ModelFamily['surfaces'][number] | undefined;
  readonly upstreamRoute?: string | undefined;
};

function hasSurface(family: unknown): boolean {
  if (typeof family !== 'object' || family === null) return true;
  return ['surface', 'surfaces'].some((name) => Reflect.get(family, name) !== undefined);
}

function distinctRoutes(routes: readonly Route[]): boolean {
  return distinct(routes.map(({ endpoint, model }) => JSON.stringify([endpoint, model])));
}

function surfacesOf({ surface, surfaces }: WrittenFamily): ModelFamily['surfaces'] {
  return surfaces ?? (surface === undefined ? [] : [surface]);
}

function toFamily(written: WrittenFamily): ModelFamily {
  const { addressing: _, surface: __, upstreamRoute, ...family } = written;
  const model = upstreamRoute ?? family.id;
  return {
    ...family,
    surfaces: surfacesOf(written),
    routes: family.routes ?? [{ endpoint: 'mock', model, rank: 1 }],
  };
}

/** Returns problems that no single field shows, as sentences with the field they concern. */
function familyProblems(family: WrittenFamily): readonly (readonly [string, string])[] {
  const isImage = family.mediaType === 'image';
  const surfaces = surfacesOf(family);
  const unpriced = family.resolutions.filter(
    (resolution) => family.creditsPerSecond[resolution] === undefined,
  );
  const foreign = family.resolutions.filter((resolution) => resolution.endsWith('k') !== isImage);
  const problems: readonly (readonly [boolean, string, string])[] = [
    [
      isImage !== (family.durationsSeconds.length === 0),
      'durationsSeconds',
      'must list durations for videos, and be empty for images',
    ],
    [foreign.length > 0, 'resolutions', `not available for this media type: ${foreign.join(', ')}`],
    [unpriced.length > 0, 'creditsPerSecond', `no price for ${unpriced.join(', ')}`],
    [isImage && family.audio !== 'none', 'audio', 'must be none for images'],
    ...contradictions(family, surfaces),
  ];
  return problems.filter(([wrong]) => wrong).map(([, field, sentence]) => [field, sentence]);
}

/** Returns conflicts of older fields with newer ones, or with the surfaces. */
function contradictions(
  family: WrittenFamily,
  surfaces: ModelFamily['surfaces'],
): readonly (readonly [boolean, string, string])[] {
  const isPlain = family.mediaType === 'video' && surfaces.includes('tasks');
  const addressing = isPlain ? 'plain' : 'configured';
  return [
    [
      family.surface !== undefined && family.surfaces !== undefined,
      'surface',
      'must be omitted if surfaces is given',
    ],
    [
      family.upstreamRoute !== undefined && family.routes !== undefined,
      'upstreamRoute',
      'must be omitted if routes is given',
    ],
    [
      family.addressing !== undefined && surfaces.length > 1,
      'addressing',
      'must be omitted if there are two surfaces',
    ],
    [
      family.addressing !== undefined && surfaces.length === 1 && family.addressing !== addressing,
      'addressing',
      'must be plain for videos on the tasks surface, and configured otherwise',
    ],
  ];
}

/** Returns problems that no single family shows: a sentence, and its path in the catalog. */
export function catalogProblems(
  catalog: ModelCatalog,
): readonly (readonly [readonly (string | number)[], string])[] {
  const ids = catalog.families.map((family) => family.id);
  const models = new Set(
    modelSurfaces.flatMap((surface) => listModels(catalog, surface)).map(({ model }) => model),
  );
  return [
    ...ids
      .map((id, index) => [['families', index, 'id'], `the family ${id} appears twice`] as const)
      .filter((_, index) => ids.indexOf(ids[index] ?? '') !== index),
    ...Object.entries(catalog.aliases).flatMap(([alias, target]) => [
      ...(models.has(alias) ? [[['aliases', alias], 'is also the id of a model'] as const] : []),
      ...(models.has(target) ? [] : [[['aliases', alias], `unknown model: ${target}`] as const]),
    ]),
  ];
}

const aliases = z.record(modelName, z.string()).default({});

/** A catalog file alone, without the catalogs it extends, so its families cannot be compared with theirs here. */
export interface CatalogFile extends ModelCatalog {
  /** Names of shipped catalogs to extend, the first one first. */
  readonly extends: readonly string[];
}

const fileFields = z.strictObject({
  extends: z.array(z.string().min(1)).refine(distinct, 'must not repeat a catalog').default([]),
  families: z.array(familyShape).default([]),
  aliases,
});

/**
 * Checks an operator's catalog file on its own (`FILMGATE_CATALOG_FILE`) [catalog.file-problems]: the fields of
 * `ModelCatalog` as JSON, nothing unknown, ids that parse back to themselves, a price for every resolution.
 * `catalogProblems` finds problems of the whole catalog.
 */
export const catalogFileSchema: z.ZodType<CatalogFile> = fileFields.refine(
  (file) => file.extends.length > 0 || file.families.length > 0,
  { path: ['families'], message: 'must not be empty' },
);

/** Checks a whole catalog: each family, no duplicates, aliases that name a model. */
export const catalogSchema: z.ZodType<ModelCatalog> = z
  .strictObject({ families: z.array(familyShape).min(1), aliases })
  // Problems of a family end here: the whole is checked only when each part is right.
  .transform((catalog): ModelCatalog => catalog)
  .superRefine((catalog, context) => {
    for (const [path, message] of catalogProblems(catalog)) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  });

/** Returns the allowed names of an object at this path of a catalog file; none where they are free. */
export function catalogFieldsAt(path: readonly PropertyKey[]): readonly string[] {
  const [first, , field, ...rest] = path;
  if (first === undefined) return Object.keys(fileFields.shape);
  if (first !== 'families') return [];
  if (field === undefined) return Object.keys(familyFields.shape);
  if (field === 'creditsPerSecond') return resolutions;
  if (field === 'references') return Object.keys(referenceFields.shape);
  if (field === 'retirement') return Object.keys(retirementFields.shape);
  return field === 'routes' ? routeFieldsAt(rest.slice(1)) : [];
}
