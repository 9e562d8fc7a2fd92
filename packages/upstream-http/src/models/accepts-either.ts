import type { Route } from '@filmgate/core';
import type { ModelFacts, ProviderDescription } from '../engine/provider-description.ts';

type Maker = Pick<ProviderDescription, 'accepts' | 'models'>;

/** Lets the part decide that has the model, which makes what it makes; of an unknown model, the request decides. */
export function acceptsEither(videos: Maker, images: Maker): ProviderDescription['accepts'] {
  return (route, request) => {
    const isImage = isAmong(images.models, route) || request.mediaType === 'image';
    const by = isImage && !isAmong(videos.models, route) ? images : videos;
    return by.accepts(route, request);
  };
}

function isAmong(models: readonly ModelFacts[], route: Pick<Route, 'model'>): boolean {
  return models.some(({ model }) => model === route.model);
}
