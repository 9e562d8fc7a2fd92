import { listModels } from './list-models.ts';
import type { ModelCatalog } from './model-catalog.ts';
import type { ModelSurface } from './model-family.ts';

/**
 * Returns the model of a request that names none: the operator's choice, else the first on offer, if any. On the tasks
 * surface only videos have a default.
 */
export function defaultModel(catalog: ModelCatalog, surface: ModelSurface): string | undefined {
  const offered = listModels(catalog, surface);
  const first =
    surface === 'tasks' ? offered.find(({ family }) => family.mediaType === 'video') : offered[0];
  return catalog.defaults?.[surface] ?? first?.model;
}
