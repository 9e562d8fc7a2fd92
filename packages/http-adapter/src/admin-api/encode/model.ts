import { listModels, type ModelCatalog, type ModelFamily } from '@filmgate/core';
import type { ModelFamilyRecord } from '../schemas/model.ts';

/** Every family in the order of the catalog, with its ids and aliases. */
export function encodeModelFamilies(catalog: ModelCatalog): readonly ModelFamilyRecord[] {
  const ids = idsByFamily(catalog);
  return catalog.families.map((family) => encodeFamily(family, ids.get(family.id) ?? [], catalog));
}

function idsByFamily(catalog: ModelCatalog): ReadonlyMap<string, readonly string[]> {
  const offered = (['tasks', 'local'] as const).flatMap((surface) => listModels(catalog, surface));
  const groups = Map.groupBy(offered, ({ family }) => family.id);
  return new Map([...groups].map(([id, models]) => [id, models.map(({ model }) => model)]));
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
    ids: [...ids],
    aliases: Object.entries(aliases)
      .filter(([, id]) => ids.includes(id))
      .map(([alias, id]) => ({ alias, id })),
  };
}
