import { listModels } from './list-models.ts';
import type { ModelCatalog } from './model-catalog.ts';
import type { ModelSurface } from './model-family.ts';

/** Returns the model of a request that names none: the operator's choice, else the first on offer, if any. */
export function defaultModel(catalog: ModelCatalog, surface: ModelSurface): string | undefined {
  return catalog.defaults?.[surface] ?? listModels(catalog, surface)[0]?.model;
}
