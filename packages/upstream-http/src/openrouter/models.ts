import type { OfferedFamily } from '../engine/provider-description.ts';
import { offerVideos, type VideoOffer } from '../models/offer-videos.ts';
import { everySecond, type VideoModelFacts } from '../models/video-model.ts';

/** The list names neither the longest prompt of a model, nor whether it accepts reference images. */
const shared = {
  source: 'https://openrouter.ai/api/v1/videos/models, in copies of September and October 2026',
  read: '2026-11-30',
  aspectRatios: ['16:9', '9:16'],
  audio: 'optional',
  promptLimit: null,
  references: { first_frame: 1, last_frame: 1 },
  mostReferences: 2,
  conditions: [],
} as const;

/** Facts of a model at OpenRouter. */
interface OpenRouterModel extends VideoModelFacts {
  /** The list has one size for each resolution and aspect: the nominal one. */
  readonly isSized: boolean;
}

const veo: OpenRouterModel = {
  ...shared,
  model: 'google/veo-3.1',
  durationsSeconds: [4, 6, 8],
  resolutions: ['720p', '1080p', '2160p'],
  isSized: true,
};
const veoFast: OpenRouterModel = { ...veo, model: 'google/veo-3.1-fast' };
const veoLite: OpenRouterModel = {
  ...veo,
  model: 'google/veo-3.1-lite',
  resolutions: ['720p', '1080p'],
};
const wan: OpenRouterModel = {
  ...shared,
  model: 'alibaba/wan-3.0',
  durationsSeconds: everySecond(2, 30),
  aspectRatios: ['16:9', '4:3', '1:1', '3:4', '9:16'],
  resolutions: ['480p', '720p', '1080p'],
  references: { first_frame: 1 },
  isSized: false,
};
const flux: OpenRouterModel = {
  ...shared,
  model: 'black-forest-labs/flux-3-video',
  durationsSeconds: everySecond(5, 20),
  aspectRatios: ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'],
  resolutions: ['720p', '1080p'],
  isSized: false,
};
const runway: OpenRouterModel = {
  ...shared,
  model: 'runway/gen-4.5',
  durationsSeconds: everySecond(2, 10),
  resolutions: ['720p'],
  audio: 'none',
  references: { first_frame: 1 },
  isSized: true,
};

/** Well-known models with a price by the second that no other protocol here offers. */
export const models: readonly OpenRouterModel[] = [veo, veoFast, veoLite, wan, flux, runway];

/** The same list has the prices; those with sound, where they differ. */
function offer(
  facts: OpenRouterModel,
  named: Omit<VideoOffer, 'dollars' | 'source' | 'read'>,
): OfferedFamily {
  const { source, read } = shared;
  return offerVideos(facts, { ...named, dollars: 0.000001, source, read });
}

export const families: readonly OfferedFamily[] = [
  offer(veo, {
    id: 'veo-3.1',
    displayName: 'Veo 3.1',
    description: 'Videos of 4, 6 or 8 seconds from a text or frames, up to 4K.',
    ownedBy: 'google',
    perSecond: { '720p': 400_000, '1080p': 400_000, '2160p': 600_000 },
  }),
  offer(veoFast, {
    id: 'veo-3.1-fast',
    displayName: 'Veo 3.1 Fast',
    description: 'Fast variant of Veo 3.1.',
    ownedBy: 'google',
    perSecond: { '720p': 100_000, '1080p': 120_000, '2160p': 300_000 },
  }),
  offer(veoLite, {
    id: 'veo-3.1-lite',
    displayName: 'Veo 3.1 Lite',
    description: 'Low-cost variant of Veo 3.1.',
    ownedBy: 'google',
    perSecond: { '720p': 50_000, '1080p': 80_000 },
  }),
  offer(wan, {
    id: 'wan-3.0',
    displayName: 'Wan 3.0',
    description: 'Videos of 2 to 30 seconds from a text or a first frame.',
    ownedBy: 'alibaba',
    perSecond: { '480p': 50_000, '720p': 100_000, '1080p': 200_000 },
  }),
  offer(flux, {
    id: 'flux-3-video',
    displayName: 'FLUX.3 Video',
    description: 'Videos of 5 to 20 seconds from a text or frames.',
    ownedBy: 'black-forest-labs',
    perSecond: { '720p': 170_000, '1080p': 290_000 },
  }),
  offer(runway, {
    id: 'runway-gen-4.5',
    displayName: 'Runway Gen-4.5',
    description: 'Silent videos of 2 to 10 seconds from a text or a first frame.',
    ownedBy: 'runway',
    perSecond: { '720p': 120_000 },
  }),
];
