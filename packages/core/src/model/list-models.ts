import type { AspectRatio } from '../media/aspect-ratio.ts';
import type { Resolution } from '../media/resolution.ts';
import type { ModelCatalog } from './model-catalog.ts';
import type { ModelFamily, ModelSurface } from './model-family.ts';
import { printModelId } from './model-id.ts';

/** One full model id and the parameters it fixes. */
export interface OfferedModel {
  /** Canonical full id. */
  readonly model: string;
  readonly family: ModelFamily;
  /** Whole seconds; null when the request states them, and for images. */
  readonly durationSeconds: number | null;
  /** null when the request states it. */
  readonly aspectRatio: AspectRatio | null;
  /** null when the request states it. */
  readonly resolution: Resolution | null;
}

/** Returns true if the id of the family is a whole model id on the surface: the request states the rest. */
export function hasPlainId({ mediaType }: ModelFamily, surface: ModelSurface): boolean {
  return surface === 'tasks' && mediaType === 'video';
}

function modelsOf(family: ModelFamily, surface: ModelSurface): readonly OfferedModel[] {
  if (hasPlainId(family, surface)) {
    return [
      { model: family.id, family, durationSeconds: null, aspectRatio: null, resolution: null },
    ];
  }
  const durations = family.durationsSeconds.length === 0 ? [null] : family.durationsSeconds;
  return durations.flatMap((durationSeconds) =>
    family.aspectRatios.flatMap((aspectRatio) =>
      family.resolutions.map((resolution) => {
        const parts = { durationSeconds, aspectRatio, resolution };
        return { model: printModelId({ family: family.id, ...parts }), family, ...parts };
      }),
    ),
  );
}

/** Lists every full model id of a surface, families in catalog order, then duration, aspect and resolution. */
export function listModels(catalog: ModelCatalog, surface: ModelSurface): readonly OfferedModel[] {
  return catalog.families
    .filter((family) => family.surfaces.includes(surface))
    .flatMap((family) => modelsOf(family, surface));
}
