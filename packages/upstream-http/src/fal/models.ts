import type { OfferedFamily } from '../engine/provider-description.ts';
import type { InputNames } from '../models/named-input.ts';
import { offerVideos, type VideoOffer } from '../models/offer-videos.ts';
import { needsFrame } from '../models/usual-conditions.ts';
import { everySecond, type VideoModelFacts } from '../models/video-model.ts';

/** Facts of a model at fal, whose name is the path of its endpoint. */
export interface FalModel extends VideoModelFacts {
  readonly input: InputNames;
  /** Unit behind the number of seconds in `duration`, which is always a text. */
  readonly unit: '' | 's';
}

/** Names for a model that is not in the table: a seed is sent only to models that are known to have one. */
export const usualNames: InputNames = {
  aspect_ratio: 'aspect_ratio',
  resolution: 'resolution',
  generate_audio: 'generate_audio',
  first_frame: 'image_url',
  last_frame: 'end_image_url',
  reference_image: 'image_urls',
};

/** An endpoint for images cannot do without one; an endpoint for texts has no field for it. */

const read = '2026-11-30';

const veo: FalModel = {
  model: 'fal-ai/veo3.1',
  source: 'https://fal.ai/models/fal-ai/veo3.1/llms.txt',
  read,
  input: {
    aspect_ratio: 'aspect_ratio',
    resolution: 'resolution',
    generate_audio: 'generate_audio',
    seed: 'seed',
  },
  unit: 's',
  durationsSeconds: [4, 6, 8],
  aspectRatios: ['16:9', '9:16'],
  resolutions: ['720p', '1080p', '2160p'],
  audio: 'optional',
  promptLimit: null,
  references: {},
  mostReferences: 0,
  conditions: [],
};
const seedance: FalModel = {
  ...veo,
  model: 'bytedance/seedance-2.0/text-to-video',
  source:
    'https://fal.ai/models/bytedance/seedance-2.0/fast/text-to-video/llms.txt, which has the same input',
  unit: '',
  durationsSeconds: everySecond(4, 15),
  aspectRatios: ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'],
  resolutions: ['480p', '720p'],
};
const seedanceOfImages: FalModel = {
  ...seedance,
  model: 'bytedance/seedance-2.0/image-to-video',
  source: 'https://fal.ai/models/bytedance/seedance-2.0/image-to-video',
  // Without an aspect ratio the first frame determines the shape.
  input: {
    resolution: 'resolution',
    generate_audio: 'generate_audio',
    seed: 'seed',
    first_frame: 'image_url',
    last_frame: 'end_image_url',
  },
  resolutions: ['480p', '720p', '1080p'],
  references: { first_frame: 1, last_frame: 1 },
  mostReferences: 2,
  conditions: [needsFrame('The model')],
};
const kling: FalModel = {
  ...veo,
  model: 'fal-ai/kling-video/v3/standard/text-to-video',
  source: 'https://fal.ai/models/fal-ai/kling-video/v3/standard/text-to-video/llms.txt',
  input: { aspect_ratio: 'aspect_ratio', generate_audio: 'generate_audio' },
  unit: '',
  durationsSeconds: everySecond(3, 15),
  aspectRatios: ['16:9', '9:16', '1:1'],
  // The input has no resolution: these are the ones that fal names of Kling's turbo variants.
  resolutions: ['720p'],
};
const klingOfImages: FalModel = {
  ...kling,
  model: 'fal-ai/kling-video/v3/pro/image-to-video',
  source:
    'https://fal.ai/models/fal-ai/kling-video/v3/pro/image-to-video/playground, and https://fal.ai/docs/model-api-reference/video-generation-api/kling-video-v3-standard on its fields',
  input: {
    generate_audio: 'generate_audio',
    first_frame: 'start_image_url',
    last_frame: 'end_image_url',
  },
  resolutions: ['1080p'],
  references: { first_frame: 1, last_frame: 1 },
  mostReferences: 2,
  conditions: [needsFrame('The model')],
};

/** Well-known models that are billed by the second of the video. */
export const models: readonly FalModel[] = [veo, seedance, seedanceOfImages, kling, klingOfImages];

type Named = Omit<VideoOffer, 'ownedBy' | 'dollars' | 'source' | 'read'>;

/** Prices of the models' own pages; with sound, where it costs more. */
function offer(facts: FalModel, named: Named): OfferedFamily {
  const source = `https://fal.ai/models/${facts.model}`;
  return offerVideos(facts, { ...named, ownedBy: 'fal', dollars: 0.000001, source, read });
}

/** Names and ids say `fal`, because the makers of the models, or others here, sell them, too. */
export const families: readonly OfferedFamily[] = [
  offer(veo, {
    id: 'fal-veo-3.1',
    displayName: 'Veo 3.1 (fal)',
    description: 'Videos of 4, 6 or 8 seconds from a text, up to 4K.',
    perSecond: { '720p': 400_000, '1080p': 400_000, '2160p': 600_000 },
  }),
  offer(seedance, {
    id: 'fal-seedance-2.0',
    displayName: 'Seedance 2.0 (fal)',
    description: 'Videos of 4 to 15 seconds by Seedance from a text.',
    perSecond: { '720p': 303_400 },
  }),
  offer(seedanceOfImages, {
    id: 'fal-seedance-2.0-images',
    displayName: 'Seedance 2.0 from images (fal)',
    description: 'Videos of 4 to 15 seconds by Seedance from one or two frames.',
    leastReferences: 1,
    perSecond: { '720p': 302_400 },
  }),
  offer(kling, {
    id: 'fal-kling-3.0',
    displayName: 'Kling 3.0 (fal)',
    description: 'Silent videos of 3 to 15 seconds from a text.',
    only: { audio: 'none' },
    perSecond: { '720p': 84_000 },
  }),
  offer(kling, {
    id: 'fal-kling-3.0-sound',
    displayName: 'Kling 3.0 with sound (fal)',
    description: 'Videos of 3 to 15 seconds with sound, from a text.',
    only: { audio: 'always' },
    perSecond: { '720p': 126_000 },
  }),
  offer(klingOfImages, {
    id: 'fal-kling-3.0-pro-images',
    displayName: 'Kling 3.0 Pro from images (fal)',
    description: 'Videos of 3 to 15 seconds at 1080p, from one or two frames.',
    perSecond: { '1080p': 168_000 },
    leastReferences: 1,
  }),
];
