import type { AspectRatio } from '@filmgate/core';
import type { OfferedFamily } from '../engine/provider-description.ts';
import { type HostedImageModel, type HostedOffer, offerHosted } from '../models/hosted-images.ts';
import { asMade } from '../models/image-model.ts';

const read = '2026-12-01';
const shapes: readonly AspectRatio[] = [
  ...(['21:9', '16:9', '3:2', '4:3', '1:1', '3:4', '2:3', '9:16', '9:21'] as const),
];

const kontext: HostedImageModel = {
  model: 'black-forest-labs/flux-kontext-pro',
  // The page of a version has the fields; copies of the schema have the values.
  source: 'https://replicate.com/black-forest-labs/flux-kontext-pro/api, and its values in copies',
  read,
  input: { aspect_ratio: 'aspect_ratio', seed: 'seed', edited_image: 'input_image' },
  // It makes one image: its output is a single link.
  always: {},
  sizes: asMade(shapes),
  resolutions: ['1k'],
  references: { least: 0, most: 1 },
  promptLimit: 4_000,
};
const kontextMax: HostedImageModel = {
  ...kontext,
  model: 'black-forest-labs/flux-kontext-max',
  source: 'https://replicate.com/black-forest-labs/flux-kontext-max/api, and the values of Pro',
};

export const imageModels: readonly HostedImageModel[] = [kontext, kontextMax];

/** Prices of the models' pages as callers repeat them. */
function offer(facts: HostedImageModel, named: HostedOffer) {
  const source = `https://replicate.com/${facts.model}, as callers repeat it`;
  return offerHosted(facts, named, { ownedBy: 'replicate', source, read });
}

export const imageFamilies: readonly OfferedFamily[] = [
  offer(kontext, {
    id: 'replicate-flux-kontext-pro',
    displayName: 'FLUX.1 Kontext Pro (Replicate)',
    description: 'Images by FLUX.1 Kontext, from a text or an image.',
    perImage: { '1k': 40_000 },
  }),
  offer(kontextMax, {
    id: 'replicate-flux-kontext-max',
    displayName: 'FLUX.1 Kontext Max (Replicate)',
    description: 'Images by the larger FLUX.1 Kontext, from a text or an image.',
    perImage: { '1k': 80_000 },
  }),
];
