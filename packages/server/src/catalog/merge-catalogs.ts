import { listModels, type ModelCatalog, modelSurfaces } from '@filmgate/core';

/** Puts a catalog over another one: its families take the place of those of the same id, the others follow. */
function mergeTwo(below: ModelCatalog, above: ModelCatalog): ModelCatalog {
  const replacing = new Map(above.families.map((family) => [family.id, family]));
  const known = new Set(below.families.map(({ id }) => id));
  const families = [
    ...below.families.map((family) => replacing.get(family.id) ?? family),
    ...above.families.filter(({ id }) => !known.has(id)),
  ];
  const models = new Set(
    modelSurfaces.flatMap((surface) =>
      listModels({ families, aliases: {} }, surface).map(({ model }) => model),
    ),
  );
  // An alias from below goes with the model it named, and yields to a model of its name.
  const kept = Object.entries(below.aliases).filter(
    ([alias, target]) => models.has(target) && !models.has(alias),
  );
  return { families, aliases: { ...Object.fromEntries(kept), ...above.aliases } };
}

/** One catalog of several, the lowest first. */
export function mergeCatalogs(catalogs: readonly ModelCatalog[]): ModelCatalog {
  return catalogs.reduce(mergeTwo, { families: [], aliases: {} });
}
