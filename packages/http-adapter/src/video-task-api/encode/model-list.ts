import type { ModelCatalog, ModelFamily } from '@filmgate/core';
import type { ModelObject } from '../schemas/model-list.ts';

/** The models of this API, in catalog order [tasks.models.list]. */
export function encodeModelList(catalog: ModelCatalog): {
  readonly object: 'list';
  readonly data: readonly ModelObject[];
} {
  const offered = catalog.families.filter(({ surfaces }) => surfaces.includes('tasks'));
  return { object: 'list', data: offered.map((family) => encodeModel(catalog, family)) };
}

function encodeModel(catalog: ModelCatalog, family: ModelFamily): ModelObject {
  const { references } = family;
  return {
    id: family.id,
    object: 'model',
    display_name: family.displayName,
    type: 'video',
    owned_by: family.ownedBy,
    aliases: Object.keys(catalog.aliases).filter((alias) => catalog.aliases[alias] === family.id),
    capabilities: {
      seconds: [...family.durationsSeconds],
      resolutions: [...family.resolutions],
      aspect_ratios: [...family.aspectRatios],
      audio: family.audio,
      prompt_max_characters: family.promptLimit,
      references: {
        kinds: [...references.kinds],
        roles: [...references.roles],
        max: references.maximum,
      },
      credits_per_second: { ...family.creditsPerSecond },
    },
  };
}
