import type { OfferedFamily } from '../engine/provider-description.ts';
import { offerVideos, type VideoOffer } from '../models/offer-videos.ts';
import { framesOrReferences, shortWithReferences } from '../models/usual-conditions.ts';
import { everySecond, type ModelCondition, type VideoModelFacts } from '../models/video-model.ts';

const smallWithPictures: ModelCondition = {
  parameter: 'resolution',
  reason: 'Videos with a last frame or reference images have at most 720p.',
  forbids: ({ resolution, references }) =>
    resolution === '1080p' && references.some(({ role }) => role !== 'first_frame'),
};

const shared = {
  source: 'https://docs.x.ai/developers/model-capabilities/video/generation',
  read: '2026-11-30',
  durationsSeconds: everySecond(1, 15),
  // Those that the catalog has a word for.
  aspectRatios: ['16:9', '3:2', '4:3', '1:1', '3:4', '2:3', '9:16'],
  resolutions: ['480p', '720p'],
  audio: 'optional',
  // xAI's schema as docs.comfy.org/development/comfy-router/models/xai repeats it; read 2026-11-30.
  promptLimit: 4_096,
  mostReferences: 7,
} as const;

const current: VideoModelFacts = {
  ...shared,
  model: 'grok-imagine-video-1.5',
  resolutions: ['480p', '720p', '1080p'],
  references: { first_frame: 1, last_frame: 1, reference_image: 7 },
  conditions: [shortWithReferences, smallWithPictures],
};
/** 1.5 Lite also enlarges 720p to 1080p, at a price that was not found; programs report no reference images. */
const lite: VideoModelFacts = {
  ...shared,
  model: 'grok-imagine-video-1.5-lite',
  references: { first_frame: 1 },
  conditions: [],
};
const classic: VideoModelFacts = {
  ...shared,
  model: 'grok-imagine-video',
  references: { first_frame: 1, reference_image: 7 },
  conditions: [shortWithReferences, framesOrReferences('Grok Imagine Video')],
};

export const models: readonly VideoModelFacts[] = [current, lite, classic];

type Named = Omit<VideoOffer, 'ownedBy' | 'dollars' | 'read'>;

/** `source`: who repeats xAI's own price page; an image in the request costs up to 0.01 dollars more. */
function offer(facts: VideoModelFacts, { source, ...named }: Named): OfferedFamily {
  return offerVideos(facts, {
    ...named,
    ownedBy: 'xai',
    dollars: 0.000001,
    source: `https://docs.x.ai/developers/pricing, as ${source}`,
    read: '2026-11-30',
  });
}

const reseller = 'https://inference.sh/apps/xai/grok-imagine-video-1-5 and https://muapi.ai';

export const families: readonly OfferedFamily[] = [
  offer(current, {
    id: 'grok-imagine-video-1.5',
    displayName: 'Grok Imagine Video 1.5',
    description: 'Videos of 1 to 15 seconds from a text or a first frame.',
    only: { references: { first_frame: 1 } },
    perSecond: { '480p': 80_000, '720p': 140_000, '1080p': 250_000 },
    source: `${reseller} repeat it`,
  }),
  offer(current, {
    id: 'grok-imagine-video-1.5-references',
    displayName: 'Grok Imagine Video 1.5 References',
    description: 'Grok Imagine Video 1.5 with a last frame, or with up to seven reference images.',
    only: { durationsSeconds: everySecond(1, 10) },
    perSecond: { '480p': 80_000, '720p': 140_000 },
    source: `${reseller} repeat it`,
  }),
  offer(lite, {
    id: 'grok-imagine-video-1.5-lite',
    displayName: 'Grok Imagine Video 1.5 Lite',
    description: 'Cheapest variant of Grok Imagine Video; from a text or a first frame.',
    perSecond: { '480p': 20_000, '720p': 30_000 },
    source: 'https://docs.apiyi.com/en/api-capabilities/grok-imagine-video/overview.md repeats it',
  }),
  offer(classic, {
    id: 'grok-imagine-video',
    displayName: 'Grok Imagine Video',
    description: 'First generation of Grok Imagine; from a text or a first frame.',
    only: { references: { first_frame: 1 } },
    perSecond: { '480p': 50_000, '720p': 70_000 },
    source: 'https://docs.krea.ai/api-reference/video/grok-imagine repeats it',
  }),
];
