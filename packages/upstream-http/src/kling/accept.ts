import type { Acceptability, GenerationRequest, Route } from '@filmgate/core';
import { type Carriage, checkCarriage, type PictureLimits } from '../models/carriage.ts';
import { factsOf, checkByFacts } from '../models/video-model.ts';
import type { KlingModel } from './models.ts';

const megabyte = 1_000_000;
const picture: PictureLimits = {
  leastSide: 300,
  mostSide: null,
  mostRatio: 2.5,
  // A reseller states the same: https://novita.ai/docs/api-reference/model-apis-kling-v3.0-std-i2v, read 2026-11-29.
  source: 'https://kling.ai/document-api/api/video/3-0-omni/image-to-video',
  read: '2026-11-29',
};
const image = { contentTypes: ['image/jpeg', 'image/png'], picture } as const;
const roles = ['first_frame', 'last_frame', 'reference_image'] as const;

/** References of the current interface: inline images; a video only by address, and no reference has one. */
export const carriage: Carriage = {
  negativePrompt: false,
  media: { image: { ...image, largest: 50 * megabyte } },
  roles,
  largestTotal: 100 * megabyte,
};

/** References of the former interface. */
export const legacyCarriage: Carriage = {
  negativePrompt: true,
  media: { image: { ...image, largest: 10 * megabyte } },
  roles,
  largestTotal: 70 * megabyte,
};

/** Returns a check that a dialect can make a request on a route. */
export function acceptsWith(models: readonly KlingModel[], carries: Carriage) {
  return (route: Route, request: GenerationRequest): Acceptability => {
    const facts = factsOf(models, route);
    return (
      checkCarriage(carries, route, request) ??
      checkByFacts(facts, request) ?? { kind: 'accepted', size: sizeOf(models, route, request) }
    );
  };
}

/** Kling's documents name no pixels. For wide and tall shapes `720p` is clear; for others only the video shows it. */
function sizeOf(
  models: readonly KlingModel[],
  route: Route,
  request: GenerationRequest,
): null | 'as-made' {
  const isPlain = request.aspectRatio === '16:9' || request.aspectRatio === '9:16';
  return isPlain && saysAspect(endpointOf(models, route, request), request) ? null : 'as-made';
}

/** Returns true if a request names the video's shape: an image sets the shape, and Kling accepts no other beside it. */
export function saysAspect(
  endpoint: ReturnType<typeof endpointOf>,
  { references }: Pick<GenerationRequest, 'references'>,
): boolean {
  const isFramed = references.some(({ role }) => role === 'first_frame');
  return endpoint === 'text' || (endpoint === 'omni' && !isFramed);
}

/** Returns the path for a request. */
export function endpointOf(
  models: readonly KlingModel[],
  { model }: Pick<Route, 'model'>,
  { references }: Pick<GenerationRequest, 'references'>,
): 'omni' | 'image' | 'text' {
  // Models that the table does not know are recognised by their names: Kling calls these `…-omni` and `…-o1`.
  const isOmni =
    (factsOf(models, { model })?.endpoint ??
      (/(?:^|-)(?:omni|o\d)/.test(model) && 'omni-video')) === 'omni-video';
  if (isOmni || references.some(({ role }) => role === 'reference_image')) return 'omni';
  return references.length > 0 ? 'image' : 'text';
}
