import { defaultModel, type GatewayOptions, type RequestDraft, resolveModel } from '@filmgate/core';

export type DraftResult =
  | { readonly kind: 'drafted'; readonly draft: RequestDraft }
  | { readonly kind: 'refused'; readonly message: string };

/** What is asked of the gateway for a prompt and a full model id, or why nothing can be. */
export function draftGeneration(
  options: Pick<GatewayOptions, 'catalog'>,
  wish: { readonly prompt: string; readonly model: string | undefined },
): DraftResult {
  const { prompt } = wish;
  const catalog = options.catalog();
  const model = wish.model ?? defaultModel(catalog, 'local');
  if (model === undefined) return refused('The catalog offers no model.');
  const resolution = resolveModel(catalog, model, 'local');
  if (resolution.kind === 'unknown') return refused(resolution.message);
  const { family, aspectRatio, durationSeconds, resolution: pixels } = resolution;
  const aspect = aspectRatio ?? family.aspectRatios[0];
  const size = pixels ?? family.resolutions[0];
  if (prompt.trim() === '') return refused('The prompt is empty.');
  if (family.references.minimum > 0) {
    return refused(`The model ${model} needs reference images, which this command does not take.`);
  }
  if (aspect === undefined || size === undefined)
    return refused(`The model ${model} offers nothing.`);
  return {
    kind: 'drafted',
    draft: {
      model: resolution.model,
      family: family.id,
      mediaType: family.mediaType,
      prompt,
      negativePrompt: null,
      durationSeconds,
      aspectRatio: aspect,
      aspectSource: 'model',
      resolution: size,
      generateAudio: family.audio === 'always',
      references: [],
    },
  };
}

function refused(message: string): DraftResult {
  return { kind: 'refused', message };
}
