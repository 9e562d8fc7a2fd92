import { catalogSchema, type ModelCatalog, type ModelSurface, resolveModel } from '@filmgate/core';
import { z } from 'zod';
import type { Settings } from '../settings/settings-schema.ts';

const defaultSettings = {
  tasks: 'FILMGATE_DEFAULT_MODEL_TASKS',
  local: 'FILMGATE_DEFAULT_MODEL_LOCAL',
} as const satisfies { readonly [S in ModelSurface]: keyof Settings };

type Choices = Pick<
  Settings,
  'FILMGATE_MODEL_ALIASES' | (typeof defaultSettings)[keyof typeof defaultSettings]
>;

/** A catalog with the operator's settings applied, or the setting that does not fit it, and the reason. */
export type CatalogInForce =
  | { readonly kind: 'usable'; readonly catalog: ModelCatalog }
  | { readonly kind: 'refused'; readonly setting: keyof Choices; readonly reason: string };

/** Adds the operator's aliases, which override the catalog's own, and the operator's default models. */
export function catalogInForce(base: ModelCatalog, choices: Choices): CatalogInForce {
  const aliases = { ...base.aliases, ...choices.FILMGATE_MODEL_ALIASES };
  const parsed = catalogSchema.safeParse({ families: base.families, aliases });
  if (!parsed.success) {
    const reason = z.prettifyError(parsed.error);
    return { kind: 'refused', setting: 'FILMGATE_MODEL_ALIASES', reason };
  }
  const defaults: { [S in ModelSurface]?: string } = {};
  for (const surface of ['tasks', 'local'] as const) {
    const setting = defaultSettings[surface];
    const named = choices[setting];
    if (named === undefined) continue;
    const model = resolveModel(parsed.data, named, surface);
    if (model.kind !== 'resolved') return { kind: 'refused', setting, reason: model.message };
    if (surface === 'tasks' && model.family.mediaType === 'image') {
      const reason = `The model ${named} makes images; only videos have a default.`;
      return { kind: 'refused', setting, reason };
    }
    defaults[surface] = named;
  }
  return { kind: 'usable', catalog: { ...parsed.data, defaults } };
}
