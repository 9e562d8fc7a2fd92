import type { AspectRatio } from '@filmgate/core';
import { seedreamSizes } from '../ark/image-models.ts';
import type { OfferedFamily } from '../engine/provider-description.ts';
import { type HostedImageModel, type HostedOffer, offerHosted } from '../models/hosted-images.ts';
import { asMade } from '../models/image-model.ts';

const read = '2026-12-01';
const shapes: readonly AspectRatio[] = [
  ...(['21:9', '16:9', '3:2', '4:3', '1:1', '3:4', '2:3', '9:16'] as const),
];

/** No page limits the prompt. */
const promptLimit = 4_000;

const kontext: HostedImageModel = {
  model: 'fal-ai/flux-pro/kontext',
  source: 'https://fal.ai/models/fal-ai/flux-pro/kontext/llms.txt',
  read,
  input: { aspect_ratio: 'aspect_ratio', seed: 'seed', edited_image: 'image_url' },
  always: { num_images: 1 },
  sizes: asMade([...shapes, '9:21']),
  resolutions: ['1k'],
  references: { least: 1, most: 1 },
  promptLimit,
};
const seedream: HostedImageModel = {
  model: 'fal-ai/bytedance/seedream/v4/edit',
  source: 'https://fal.ai/models/fal-ai/bytedance/seedream/v4/edit/llms.txt',
  read,
  input: { image_size: 'image_size', seed: 'seed', reference_image: 'image_urls' },
  // Each of `num_images` generations may make up to `max_images`, and each image is billed.
  always: { num_images: 1, max_images: 1 },
  sizes: seedreamSizes,
  resolutions: ['2k'],
  references: { least: 1, most: 10 },
  promptLimit,
};
const banana: HostedImageModel = {
  model: 'fal-ai/nano-banana-2',
  source: 'https://fal.ai/models/fal-ai/nano-banana-2/llms.txt',
  read,
  input: { aspect_ratio: 'aspect_ratio', resolution: 'resolution', seed: 'seed' },
  // The prompt itself may ask for more images: `limit_generations` holds it to one.
  always: { num_images: 1, limit_generations: true },
  sizes: asMade(shapes),
  resolutions: ['1k', '2k'],
  references: { least: 0, most: 0 },
  promptLimit,
};
const bananaOfImages: HostedImageModel = {
  ...banana,
  model: 'fal-ai/nano-banana-2/edit',
  source: 'https://fal.ai/models/fal-ai/nano-banana-2/edit/llms.txt',
  input: { ...banana.input, reference_image: 'image_urls' },
  // Google's own maximum for the model: fal's page names none.
  references: { least: 1, most: 14 },
};

export const imageModels: readonly HostedImageModel[] = [kontext, seedream, banana, bananaOfImages];

/** The page of the model's fields has its price, too. */
function offer(facts: HostedImageModel, named: HostedOffer) {
  return offerHosted(facts, named, { ownedBy: 'fal', source: facts.source, read });
}

export const imageFamilies: readonly OfferedFamily[] = [
  offer(kontext, {
    id: 'fal-flux-kontext-pro-edit',
    displayName: 'FLUX.1 Kontext Pro edit (fal)',
    description: 'An image edited by FLUX.1 Kontext.',
    perImage: { '1k': 40_000 },
  }),
  offer(seedream, {
    id: 'fal-seedream-4.0-edit',
    displayName: 'Seedream 4.0 edit (fal)',
    description: 'Images of 2K made by Seedream from up to ten images.',
    perImage: { '2k': 30_000 },
  }),
  offer(banana, {
    id: 'fal-nano-banana-2',
    displayName: 'Nano Banana 2 (fal)',
    description: 'Images of 1K or 2K by Nano Banana 2, from a text.',
    perImage: { '1k': 80_000, '2k': 120_000 },
  }),
  offer(bananaOfImages, {
    id: 'fal-nano-banana-2-edit',
    displayName: 'Nano Banana 2 edit (fal)',
    description: 'Images of 1K or 2K made by Nano Banana 2 from up to 14 images.',
    perImage: { '1k': 80_000, '2k': 120_000 },
  }),
];
