import type { ModelCatalog } from './model-catalog.ts';
import type { ModelFamily, ModelSurface } from './model-family.ts';
import { type ModelId, parseModelId } from './model-id.ts';
import type { OfferedModel } from './list-models.ts';
import { describeUnknownModel, type UnknownModel } from './unknown-model.ts';

/** The model a text names, or the reason why it names none. */
export type ModelResolution = ({ readonly kind: 'resolved' } & OfferedModel) | UnknownModel;

function offers(family: ModelFamily, id: ModelId): boolean {
  const { durationSeconds, aspectRatio, resolution } = id;
  const durationFits =
    durationSeconds === null
      ? family.durationsSeconds.length === 0
      : family.durationsSeconds.includes(durationSeconds);
  return (
    durationFits &&
    aspectRatio !== null &&
    family.aspectRatios.includes(aspectRatio) &&
    resolution !== null &&
    family.resolutions.includes(resolution)
  );
}

function plainId(family: string): ModelId {
  return { family, durationSeconds: null, aspectRatio: null, resolution: null };
}

/** Maximum length of a name in UTF-16 units, above any id and alias: longer text is refused without a search. */
const longestName = 256;

/**
 * Finds the model a caller names on a surface, resolving aliases. Total: every text is a known model, or a refusal with
 * its offending part and the nearest valid ids [local.models.refusal]. Models of another surface are unknown here.
 */
export function resolveModel(
  catalog: ModelCatalog,
  text: string,
  surface: ModelSurface,
): ModelResolution {
  if (text.length > longestName) return describeUnknownModel({ catalog, text, surface });
  const canonical =
    (Object.hasOwn(catalog.aliases, text) ? catalog.aliases[text] : undefined) ?? text;
  // On the tasks surface a family's id is a whole model id, and states nothing but the family.
  const isWhole = surface === 'tasks';
  const id = isWhole ? plainId(canonical) : parseModelId(canonical);
  const family = catalog.families.find(
    (candidate) => candidate.surfaces.includes(surface) && candidate.id === id.family,
  );
  if (family === undefined || (!isWhole && !offers(family, id))) {
    return describeUnknownModel({ catalog, text, surface });
  }
  return { kind: 'resolved', ...id, model: canonical, family };
}
