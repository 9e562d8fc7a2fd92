import type { OfferedFamily } from '../engine/provider-description.ts';

/** A family of images: its name, its limits and its price. */
export interface ImageOffer
  extends Omit<
    OfferedFamily,
    | 'mediaType'
    | 'surfaces'
    | 'durationsSeconds'
    | 'audio'
    | 'negativePrompt'
    | 'references'
    | 'waitSeconds'
  > {
  /** Minimum images that an image is made from; absent = none are needed. */
  readonly leastReferences?: number;
  /** Maximum images that an image may be made from. */
  readonly mostReferences: number;
}

/** Offers a family of images on both surfaces, made from a text or from images. */
export function offerImages(given: ImageOffer): OfferedFamily {
  const { leastReferences: minimum = 0, mostReferences: maximum, ...offer } = given;
  return {
    ...offer,
    mediaType: 'image',
    surfaces: ['tasks', 'local'],
    durationsSeconds: [],
    audio: 'none',
    negativePrompt: false,
    references: { kinds: ['image'], roles: ['reference_image'], minimum, maximum },
    waitSeconds: 600,
  };
}
