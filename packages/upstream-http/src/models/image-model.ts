import { type AspectRatio, type GenerationRequest, nominalPixels } from '@filmgate/core';
import type { ModelFacts, ProviderDescription } from '../engine/provider-description.ts';
import { type Carriage, checkCarriage } from './carriage.ts';
import { factsOf, notAccepted } from './video-model.ts';

/** Documented facts of one model that makes images. */
export interface ImageModelFacts extends ModelFacts {
  /** Pixels by aspect ratio, such as `1024x1024`: the only shapes that the model makes; null = not documented. */
  readonly sizes: { readonly [A in AspectRatio]?: string | null };
  /** Characters. */
  readonly promptLimit: number;
}

/** Shapes whose pixels no page names, or on which no two pages agree. */
export function asMade(ratios: readonly AspectRatio[]): ImageModelFacts['sizes'] {
  return Object.fromEntries(ratios.map((ratio) => [ratio, null]));
}

/** Returns the decision of a protocol of images; an unknown model makes the size that is asked for. */
export function acceptsImages(
  carriage: Carriage,
  models: readonly ImageModelFacts[],
  mostImages: number,
): ProviderDescription['accepts'] {
  return (route, request) => {
    const { references, aspectRatio, prompt } = request;
    const refused = checkCarriage(carriage, route, request);
    if (refused !== undefined) return refused;
    if (references.length > mostImages)
      return notAccepted('references', `At most ${mostImages} images are accepted.`);
    const facts = factsOf(models, route);
    if (facts !== undefined && facts.sizes[aspectRatio] === undefined)
      return notAccepted(
        'aspectRatio',
        `${facts.model} supports ${Object.keys(facts.sizes).join(', ')}.`,
      );
    if (facts !== undefined && prompt.length > facts.promptLimit)
      return notAccepted(
        'prompt',
        `${facts.model} accepts at most ${facts.promptLimit} characters.`,
      );
    if (facts?.sizes[aspectRatio] === null) return { kind: 'accepted', size: 'as-made' };
    const [width = 0, height = 0] = sizeOf(facts, request).split('x').map(Number);
    return { kind: 'accepted', size: { width, height } };
  };
}

export function sizeOf(
  facts: ImageModelFacts | undefined,
  request: Pick<GenerationRequest, 'aspectRatio' | 'resolution'>,
): string {
  const { width, height } = nominalPixels(request);
  return facts?.sizes[request.aspectRatio] ?? `${width}x${height}`;
}
