import {
  defaultModel,
  type ModelCatalog,
  type ModelFamily,
  nothingOffered,
  resolveModel,
} from '@filmgate/core';
import type { Failure } from '../failure.ts';

/** The one plugin of the native API [native.jobs.plugin]. */
export const nativePlugin = 'std';

export interface NativeDecodeRules {
  readonly catalog: ModelCatalog;
  /** Model behind the plugin, as id or alias; null = the catalog's default. */
  readonly pluginModel: string | null;
}

/** The model behind the plugin, or why there is none. */
export function pluginModelOf({ catalog, pluginModel }: NativeDecodeRules): {
  readonly id: string;
  readonly family: ModelFamily;
  readonly notOffered: Failure | null;
} {
  const behind = pluginModel ?? defaultModel(catalog, 'tasks');
  const model = behind === undefined ? undefined : resolveModel(catalog, behind, 'tasks');
  if (model?.kind === 'resolved')
    return { id: model.model, family: model.family, notOffered: null };
  const notOffered = pluginFailure('No model is on offer here.');
  return { id: '', family: nothingOffered, notOffered };
}

/** A plugin that there is not, or that has no model. */
export function pluginFailure(message: string): Failure {
  return { kind: 'plugin-invalid', message, param: 'plugin' };
}
