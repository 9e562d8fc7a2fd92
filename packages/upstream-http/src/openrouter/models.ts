import { everySecond, type VideoModelFacts } from '../models/video-model.ts';

const list = 'https://openrouter.ai/api/v1/videos/models, in copies of September and October 2026';

/** The list names neither the longest prompt of a model, nor whether it accepts reference images. */
const shared = {
  source: list,
  read: '2026-11-30',
  aspectRatios: ['16:9', '9:16'],
  audio: 'optional',
  promptLimit: null,
  references: { first_frame: 1, last_frame: 1 },
  mostReferences: 2,
  conditions: [],
} as const;

/** Facts of a model at OpenRouter. */
export interface OpenRouterModel extends VideoModelFacts {
  /** The list has one size for each resolution and aspect: the nominal one. */
  readonly isSized: boolean;
}

const veo = {
  ...shared,
  durationsSeconds: [4, 6, 8],
  resolutions: ['720p', '1080p', '2160p'],
  isSized: true,
} as const;

/** Well-known models with a price by the second that no other protocol here offers. */
export const models: readonly OpenRouterModel[] = [
  { ...veo, model: 'google/veo-3.1' },
  { ...veo, model: 'google/veo-3.1-fast' },
  { ...veo, model: 'google/veo-3.1-lite', resolutions: ['720p', '1080p'] },
  {
    ...shared,
    model: 'alibaba/wan-3.0',
    durationsSeconds: everySecond(2, 30),
    aspectRatios: ['16:9', '4:3', '1:1', '3:4', '9:16'],
    resolutions: ['480p', '720p', '1080p'],
    references: { first_frame: 1 },
    mostReferences: 1,
    isSized: false,
  },
  {
    ...shared,
    model: 'black-forest-labs/flux-3-video',
    durationsSeconds: everySecond(5, 20),
    aspectRatios: ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'],
    resolutions: ['720p', '1080p'],
    isSized: false,
  },
  {
    ...shared,
    model: 'runway/gen-4.5',
    durationsSeconds: everySecond(2, 10),
    resolutions: ['720p'],
    audio: 'none',
    references: { first_frame: 1 },
    mostReferences: 1,
    isSized: true,
  },
];
