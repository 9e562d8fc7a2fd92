import type { ModelCatalog } from './model-catalog.ts';
import type { ModelFamily, ModelRetirement, ModelSurface } from './model-family.ts';
import { type ModelId, parseModelId, printModelId } from './model-id.ts';
import { hasPlainId, listModels, type OfferedModel } from './list-models.ts';
import { describeUnknownModel, type UnknownModel } from './unknown-model.ts';

/** A model that its provider has ended. */
export interface RetiredModel extends ModelRetirement {
  readonly kind: 'retired';
  /** The parts of its id. */
  readonly id: ModelId;
  /** A sentence for the caller, with the successor if there is one. */
  readonly message: string;
}

/** The model a text names, or the reason why it names none. */
export type ModelResolution =
  | ({ readonly kind: 'resolved' } & OfferedModel)
  | RetiredModel
  | UnknownModel;

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

/** Names the successor with the configuration of the retired model if it is on offer so, else by its family. */
function retiredModel(
  catalog: ModelCatalog,
  named: {
    readonly id: ModelId;
    readonly surface: ModelSurface;
    readonly retirement: ModelRetirement;
  },
): RetiredModel {
  const { id, surface, retirement } = named;
  const { replacedBy } = retirement;
  const ended = { kind: 'retired', id, ...retirement } as const;
  const message = `The model ${printModelId(id)} was retired by its provider on ${retirement.retiresAt.slice(0, 10)}`;
  if (replacedBy === null) return { ...ended, message: `${message}.` };
  const whole = printModelId({ ...id, family: replacedBy });
  const successor = listModels(catalog, surface).find(({ model }) => model === whole);
  if (successor === undefined)
    return { ...ended, message: `${message}. Its successor is ${replacedBy}.` };
  const { model } = successor;
  return { ...ended, replacedBy: model, message: `${message}; use ${model}.` };
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
  const parsed = parseModelId(canonical);
  const idIn = (one: ModelFamily) => (hasPlainId(one, surface) ? plainId(canonical) : parsed);
  const isNamed = (one: ModelFamily) =>
    one.surfaces.includes(surface) && one.id === idIn(one).family;
  const ended = catalog.retired?.find(isNamed);
  if (ended?.retirement !== undefined)
    return retiredModel(catalog, { id: idIn(ended), surface, retirement: ended.retirement });
  const family = catalog.families.find(isNamed);
  if (family === undefined) return describeUnknownModel({ catalog, text, surface });
  const id = idIn(family);
  if (!hasPlainId(family, surface) && !offers(family, id))
    return describeUnknownModel({ catalog, text, surface });
  return { kind: 'resolved', ...id, model: canonical, family };
}
