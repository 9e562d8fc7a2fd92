import type { AspectRatio } from '@filmgate/core';
import { pixelTables } from '../ark/pixels.ts';
import type { PixelTable } from '../models/pixels.ts';
import type { OfferedFamily } from '../engine/provider-description.ts';
import type { InputNames } from '../models/named-input.ts';
import { offerVideos, type VideoOffer } from '../models/offer-videos.ts';
import { framesOrReferences, veoWithReferences } from '../models/usual-conditions.ts';
import { everySecond, type VideoModelFacts } from '../models/video-model.ts';

/** Facts of a model at Replicate. */
export interface ReplicateModel extends VideoModelFacts {
  readonly input: InputNames;
  /** Pixels of a video from a text alone, by resolution and aspect ratio; absent if the documents have none. */
  readonly pixels?: PixelTable;
}

/** Names for a model that is not in the table: a seed is sent only to models that are known to have one. */
export const usualNames: InputNames = {
  aspect_ratio: 'aspect_ratio',
  resolution: 'resolution',
  generate_audio: 'generate_audio',
  first_frame: 'image',
  last_frame: 'last_frame',
  reference_image: 'reference_images',
};
const withSeed: InputNames = { ...usualNames, seed: 'seed' };

const read = '2026-11-30';
const veoShapes: readonly AspectRatio[] = ['16:9', '9:16'];

const veo: ReplicateModel = {
  model: 'google/veo-3.1',
  // The page of a version has the fields; programs that keep copies of the schema have the values.
  source: 'https://replicate.com/google/veo-3.1/api',
  read,
  input: withSeed,
  durationsSeconds: [4, 6, 8],
  aspectRatios: veoShapes,
  resolutions: ['720p', '1080p'],
  audio: 'optional',
  promptLimit: null,
  references: { first_frame: 1, last_frame: 1, reference_image: 3 },
  mostReferences: 3,
  conditions: [framesOrReferences('Veo 3.1'), ...veoWithReferences],
};
const veoFast: ReplicateModel = {
  ...veo,
  model: 'google/veo-3.1-fast',
  source: 'https://replicate.com/google/veo-3.1-fast/api, in copies',
  references: { first_frame: 1, last_frame: 1 },
  mostReferences: 2,
  conditions: [],
};
const seedance: ReplicateModel = {
  model: 'bytedance/seedance-2.0',
  source: 'https://replicate.com/bytedance/seedance-2.0/api',
  read,
  input: { ...withSeed, last_frame: 'last_frame_image' },
  // The schema has only the upper bound; the lower one is the maker's.
  durationsSeconds: everySecond(4, 15),
  aspectRatios: ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'],
  resolutions: ['480p', '720p', '1080p'],
  audio: 'optional',
  promptLimit: 4_000,
  references: { first_frame: 1, last_frame: 1, reference_image: 9 },
  mostReferences: 9,
  conditions: [framesOrReferences('Seedance 2.0')],
  // The page repeats these two rows of the maker's table.
  pixels: { '480p': pixelTables.present['480p'] ?? {}, '720p': pixelTables.present['720p'] ?? {} },
};
const kling: ReplicateModel = {
  model: 'kwaivgi/kling-v2.6',
  source: 'https://replicate.com/kwaivgi/kling-v2.6/api, in copies',
  read,
  input: {
    aspect_ratio: 'aspect_ratio',
    generate_audio: 'generate_audio',
    first_frame: 'start_image',
  },
  durationsSeconds: [5, 10],
  aspectRatios: ['16:9', '9:16', '1:1'],
  // The input has no resolution: the price is that of Kling's own videos at 1080p.
  resolutions: ['1080p'],
  audio: 'optional',
  promptLimit: null,
  references: { first_frame: 1 },
  mostReferences: 1,
  conditions: [],
};

/** Well-known models that are billed by the second of the video. */
export const models: readonly ReplicateModel[] = [veo, veoFast, seedance, kling];

type Named = Omit<VideoOffer, 'ownedBy' | 'dollars' | 'source' | 'read'>;

/** Prices of the models' pages as callers repeat them; with sound, if it costs more and there is a choice. */
function offer(facts: ReplicateModel, named: Named): OfferedFamily {
  const source = `https://replicate.com/${facts.model}, as callers repeat it`;
  return offerVideos(facts, { ...named, ownedBy: 'replicate', dollars: 0.000001, source, read });
}

/** Names and ids say `Replicate`, because the makers of the models, or others here, sell them, too. */
export const families: readonly OfferedFamily[] = [
  offer(veo, {
    id: 'replicate-veo-3.1',
    displayName: 'Veo 3.1 (Replicate)',
    description: 'Videos of 4, 6 or 8 seconds from a text or frames.',
    only: { references: { first_frame: 1, last_frame: 1 } },
    perSecond: { '720p': 400_000, '1080p': 400_000 },
  }),
  offer(veo, {
    id: 'replicate-veo-3.1-references',
    displayName: 'Veo 3.1 References (Replicate)',
    description: 'Wide videos of 8 seconds by Veo 3.1, with up to three reference images.',
    only: { durationsSeconds: [8], aspectRatios: ['16:9'], references: { reference_image: 3 } },
    perSecond: { '720p': 400_000, '1080p': 400_000 },
  }),
  offer(veoFast, {
    id: 'replicate-veo-3.1-fast',
    displayName: 'Veo 3.1 Fast (Replicate)',
    description: 'Fast variant of Veo 3.1.',
    perSecond: { '720p': 150_000, '1080p': 150_000 },
  }),
  offer(seedance, {
    id: 'replicate-seedance-2.0',
    displayName: 'Seedance 2.0 (Replicate)',
    description: 'Videos of 4 to 15 seconds by Seedance, from a text, frames or reference images.',
    perSecond: { '720p': 180_000, '1080p': 450_000 },
  }),
  offer(kling, {
    id: 'replicate-kling-2.6',
    displayName: 'Kling 2.6 (Replicate)',
    description: 'Silent videos of 5 or 10 seconds.',
    only: { audio: 'none' },
    perSecond: { '1080p': 70_000 },
  }),
  offer(kling, {
    id: 'replicate-kling-2.6-sound',
    displayName: 'Kling 2.6 with sound (Replicate)',
    description: 'Videos of 5 or 10 seconds with sound, at 1080p.',
    only: { audio: 'always' },
    perSecond: { '1080p': 140_000 },
  }),
];
