import type { AspectRatio, GenerationRequest } from '@filmgate/core';
import type { OfferedFamily } from '../engine/provider-description.ts';
import { offerVideos, type VideoOffer } from '../models/offer-videos.ts';
import { framesOrReferences, needsFrame } from '../models/usual-conditions.ts';
import {
  countOf,
  everySecond,
  type ModelCondition,
  type VideoModelFacts,
} from '../models/video-model.ts';
import type { PixelTable } from '../models/pixels.ts';
import { genSizes, seedanceSizes, smallSeedanceSizes, veoSizes } from './sizes.ts';

/** Documented facts of a model that Runway serves. */
export interface RunwayModel extends VideoModelFacts {
  readonly sizes: PixelTable;
}

const everyShape: readonly AspectRatio[] = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'];

const shapesNeedPicture: ModelCondition = {
  parameter: 'aspectRatio',
  reason: 'Gen-4.5 makes videos from a text alone in 16:9 and 9:16.',
  forbids: (request: GenerationRequest) =>
    countOf(request, 'first_frame') === 0 && !['16:9', '9:16'].includes(request.aspectRatio),
};

const shared = {
  source: 'https://docs.dev.runwayml.com/api, as @runwayml/sdk 4.20.1 types it',
  read: '2026-11-30',
} as const;

const gen = {
  ...shared,
  sizes: genSizes,
  durationsSeconds: everySecond(2, 10),
  aspectRatios: everyShape,
  resolutions: ['720p'],
  audio: 'none',
  promptLimit: 1_000,
  references: { first_frame: 1 },
  mostReferences: 1,
} as const;
const veo = {
  ...shared,
  sizes: veoSizes,
  durationsSeconds: [4, 6, 8],
  aspectRatios: ['16:9', '9:16'],
  resolutions: ['720p', '1080p'],
  audio: 'optional',
  promptLimit: 1_000,
  references: { first_frame: 1, last_frame: 1 },
  mostReferences: 2,
  conditions: [],
} as const;
const seedance = {
  ...shared,
  // The client types any number; callers repeat these bounds from Runway's model page (read 2026-11-30).
  durationsSeconds: everySecond(4, 15),
  aspectRatios: everyShape,
  audio: 'optional',
  promptLimit: 3_500,
  references: { first_frame: 1, last_frame: 1, reference_image: 9 },
  mostReferences: 9,
  conditions: [framesOrReferences('Seedance')],
} as const;

const gen45: RunwayModel = { ...gen, model: 'gen4.5', conditions: [shapesNeedPicture] };
const gen4Turbo: RunwayModel = {
  ...gen,
  model: 'gen4_turbo',
  conditions: [needsFrame('Gen-4 Turbo')],
};
const veo31: RunwayModel = { ...veo, model: 'veo3.1' };
const veo31Fast: RunwayModel = { ...veo, model: 'veo3.1_fast' };
const seedance2: RunwayModel = {
  ...seedance,
  model: 'seedance2',
  sizes: seedanceSizes,
  resolutions: ['480p', '720p', '1080p', '2160p'],
};
const seedance2Fast: RunwayModel = {
  ...seedance,
  model: 'seedance2_fast',
  sizes: smallSeedanceSizes,
  resolutions: ['480p', '720p'],
};

/** The models of Runway and, under its names, of others. */
export const runwayModels: readonly RunwayModel[] = [
  gen45,
  gen4Turbo,
  veo31,
  veo31Fast,
  seedance2,
  seedance2Fast,
];

type Named = Omit<VideoOffer, 'ownedBy' | 'dollars' | 'source' | 'read' | 'perSecond'>;

/** Prices in credits for a second: of the sizes whose price was found, with sound if there is a choice. */
function offer(
  facts: RunwayModel,
  perSecond: VideoOffer['perSecond'],
  { by, ...named }: Named & { readonly by: string },
): OfferedFamily {
  return offerVideos(facts, {
    ...named,
    perSecond,
    ownedBy: 'runway',
    dollars: 0.01,
    source: `https://docs.dev.runwayml.com/guides/pricing, as ${by}`,
    read: '2026-11-30',
  });
}

const by = 'Runway repeats it in https://github.com/runwayml/skills (rw-api-reference)';
const byCallers = 'programs of callers repeat it';

/** Names and ids say `Runway` where the maker of the model sells it, too. */
export const runwayFamilies: readonly OfferedFamily[] = [
  offer(
    gen45,
    { '720p': 12 },
    {
      id: 'gen-4.5',
      displayName: 'Gen-4.5',
      description: 'Silent videos of 2 to 10 seconds from a text or a first frame.',
      only: { aspectRatios: ['16:9', '9:16'] },
      by,
    },
  ),
  offer(
    gen45,
    { '720p': 12 },
    {
      id: 'gen-4.5-image',
      displayName: 'Gen-4.5 from an image',
      description: 'Gen-4.5 from a first frame, in every shape.',
      leastReferences: 1,
      by,
    },
  ),
  offer(
    gen4Turbo,
    { '720p': 5 },
    {
      id: 'gen-4-turbo',
      displayName: 'Gen-4 Turbo',
      description: 'Silent, low-cost videos of 2 to 10 seconds from a first frame.',
      leastReferences: 1,
      by,
    },
  ),
  offer(
    veo31,
    { '720p': 40, '1080p': 40 },
    {
      id: 'runway-veo-3.1',
      displayName: 'Veo 3.1 (Runway)',
      description: 'Videos of 4, 6 or 8 seconds by Veo, from a text or frames.',
      by,
    },
  ),
  offer(
    veo31Fast,
    { '720p': 15, '1080p': 15 },
    {
      id: 'runway-veo-3.1-fast',
      displayName: 'Veo 3.1 Fast (Runway)',
      description: 'Fast variant of Veo 3.1.',
      by,
    },
  ),
  offer(
    seedance2,
    { '480p': 36, '720p': 36 },
    {
      id: 'runway-seedance-2.0',
      displayName: 'Seedance 2.0 (Runway)',
      description:
        'Videos of 4 to 15 seconds by Seedance, from a text, frames or reference images.',
      by: byCallers,
    },
  ),
  offer(
    seedance2Fast,
    { '480p': 29, '720p': 29 },
    {
      id: 'runway-seedance-2.0-fast',
      displayName: 'Seedance 2.0 Fast (Runway)',
      description: 'Fast variant of Seedance 2.0.',
      by: byCallers,
    },
  ),
];
