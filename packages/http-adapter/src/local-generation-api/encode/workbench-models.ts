import {
  creditCost,
  defaultModel,
  listModels,
  type ModelCatalog,
  type OfferedModel,
  resolveModel,
} from '@filmgate/core';
import type { WorkbenchModel, WorkbenchModels } from '../schemas/workbench-models.ts';

/** Every video model of this API with what its id fixes, and what the workbench begins with [workbench.models]. */
export function encodeWorkbenchModels(catalog: ModelCatalog): WorkbenchModels {
  const models = listModels(catalog, 'local').flatMap(encodeModel);
  const chosen = resolveModel(catalog, defaultModel(catalog, 'local') ?? '', 'local');
  const preferred = chosen.kind === 'resolved' ? chosen.model : undefined;
  const first = models.find(({ id }) => id === preferred) ?? models[0];
  if (first === undefined) return { models, defaults: null };
  const { id: model, aspect_ratio, resolution, duration, audio } = first;
  return {
    models,
    defaults: { model, aspect_ratio, resolution, duration, generate_audio: audio.default },
  };
}

function encodeModel(offered: OfferedModel): readonly WorkbenchModel[] {
  const { model, family, durationSeconds, aspectRatio, resolution } = offered;
  const isVideo = family.mediaType === 'video';
  if (!isVideo || durationSeconds === null || aspectRatio === null || resolution === null)
    return [];
  const { minimum, maximum, roles } = family.references;
  return [
    {
      id: model,
      family: family.id,
      description: family.description,
      aspect_ratio: aspectRatio,
      resolution,
      duration: durationSeconds,
      audio: { supported: family.audio !== 'none', default: family.audio === 'always' },
      credits: creditCost(family, { resolution, durationSeconds }),
      negative_prompt: family.negativePrompt,
      reference_images: { min: minimum, max: maximum, roles: [...roles] },
    },
  ];
}
