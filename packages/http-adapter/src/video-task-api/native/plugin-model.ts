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

/** Returns the model behind the plugin, or the reason it has none. */
export function pluginModelOf({ catalog, pluginModel }: NativeDecodeRules): {
  readonly id: string;
  readonly family: ModelFamily;
  readonly notOffered: Failure | null;
} {
  const behind = pluginModel ?? defaultModel(catalog, 'tasks');
  const model = behind === undefined ? undefined : resolveModel(catalog, behind, 'tasks');
  if (model?.kind === 'resolved' && model.family.mediaType === 'video')
    return { id: model.model, family: model.family, notOffered: null };
  const notOffered: Failure =
    model?.kind === 'retired'
      ? { kind: 'model-retired', message: model.message, param: 'plugin' }
      : pluginFailure('No model is available.');
  return { id: '', family: nothingOffered, notOffered };
}

/** The failure of an unknown plugin, or of one without a model. */
export function pluginFailure(message: string): Failure {
  return { kind: 'plugin-invalid', message, param: 'plugin' };
}
