import type { ModelCatalog } from './model-catalog.ts';
import type { ModelFamily } from './model-family.ts';
import { type ModelId, parseModelId } from './model-id.ts';
import type { OfferedModel } from './offered-model.ts';
import { describeUnknownModel, type UnknownModel } from './unknown-model.ts';

/** The model a text names, or why it names none. */
export type ModelResolution = ({ readonly kind: 'resolved' } & OfferedModel) | UnknownModel;

function offers(family: ModelFamily, id: ModelId): boolean {
  const { durationSeconds, aspectRatio, resolution } = id;
  if (family.addressing === 'plain') {
    return durationSeconds === null && aspectRatio === null && resolution === null;
  }
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

/** Longer than any id and alias; a longer text names nothing, and costs nothing to find that out. In UTF-16 units. */
const longestName = 256;

/**
 * Finds the model a caller names on a surface, folding aliases. Total: every text is a known model, or a refusal
 * with its offending part and the nearest valid ids (decisions §5). Models of another surface are unknown here.
 */
export function resolveModel(
  catalog: ModelCatalog,
  text: string,
  surface: ModelFamily['surface'],
): ModelResolution {
  if (text.length > longestName) return describeUnknownModel({ catalog, text, surface });
  const canonical =
    (Object.hasOwn(catalog.aliases, text) ? catalog.aliases[text] : undefined) ?? text;
  const id = parseModelId(canonical);
  const family = catalog.families.find(
    (candidate) => candidate.surface === surface && candidate.id === id.family,
  );
  if (family === undefined || !offers(family, id)) {
    return describeUnknownModel({ catalog, text, surface });
  }
  return { kind: 'resolved', ...id, model: canonical, family };
}
