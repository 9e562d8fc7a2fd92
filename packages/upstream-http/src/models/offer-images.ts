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
  /** Maximum images that an image may be made from. */
  readonly mostReferences: number;
}

/** Offers a family of images on both surfaces, made from a text or from images. */
export function offerImages({ mostReferences: maximum, ...offer }: ImageOffer): OfferedFamily {
  return {
    ...offer,
    mediaType: 'image',
    surfaces: ['tasks', 'local'],
    durationsSeconds: [],
    audio: 'none',
    negativePrompt: false,
    references: { kinds: ['image'], roles: ['reference_image'], minimum: 0, maximum },
    waitSeconds: 600,
  };
}
