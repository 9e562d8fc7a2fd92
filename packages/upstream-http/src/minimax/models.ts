import type { OfferedFamily } from '../engine/provider-description.ts';
import { offerVideos, type VideoOffer } from '../models/offer-videos.ts';
import { framesOrReferences } from '../models/usual-conditions.ts';
import { everySecond, type VideoModelFacts } from '../models/video-model.ts';

const shared = {
  source: 'https://platform.minimax.io/docs/api-reference/video-generation-v2-create',
  read: '2026-11-30',
  aspectRatios: ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'],
  audio: 'always',
  promptLimit: 7_000,
} as const;

/** 2K is 1440p here: callers report 2560x1440 in 16:9, and MiniMax names no pixels. */
const h3: VideoModelFacts = {
  ...shared,
  model: 'MiniMax-H3',
  durationsSeconds: everySecond(4, 15),
  resolutions: ['768p', '1440p'],
  references: { first_frame: 1, last_frame: 1, reference_image: 9 },
  mostReferences: 9,
  conditions: [framesOrReferences('MiniMax')],
};
/** Copies of the document disagree on references of this model, and so they are left out. */
const h3Max: VideoModelFacts = {
  ...shared,
  model: 'MiniMax-H3-Max',
  durationsSeconds: everySecond(5, 15),
  resolutions: ['480p', '768p'],
  references: { first_frame: 1, last_frame: 1 },
  mostReferences: 2,
  conditions: [],
};

export const minimaxModels: readonly VideoModelFacts[] = [h3, h3Max];

type Named = Omit<VideoOffer, 'ownedBy' | 'dollars' | 'read'>;

/** `source`: who repeats MiniMax's own price page. */
function offer(facts: VideoModelFacts, { source, ...named }: Named): OfferedFamily {
  return offerVideos(facts, {
    ...named,
    ownedBy: 'minimax',
    dollars: 0.000001,
    source: `https://platform.minimax.io/docs/guides/pricing-paygo, as ${source}`,
    read: '2026-11-30',
  });
}

const ofH3 = {
  perSecond: { '768p': 80_000, '1440p': 130_000 },
  source: 'https://docs.laozhang.ai/en/announcements/minimax-h3-2026-10.md repeats it',
};

/** With as many images as cost nothing: five of H3, two of H3 Max. */
export const minimaxFamilies: readonly OfferedFamily[] = [
  offer(h3, {
    ...ofH3,
    id: 'minimax-h3',
    displayName: 'MiniMax H3',
    description: 'Videos of 4 to 15 seconds with sound, from a text or frames.',
    only: { references: { first_frame: 1, last_frame: 1 } },
  }),
  offer(h3, {
    ...ofH3,
    id: 'minimax-h3-references',
    displayName: 'MiniMax H3 References',
    description: 'MiniMax H3 with up to five reference images.',
    only: { references: { reference_image: 5 } },
  }),
  offer(h3Max, {
    id: 'minimax-h3-max',
    displayName: 'MiniMax H3 Max',
    description: 'Fast variant of MiniMax H3; from a text or frames.',
    perSecond: { '480p': 50_000, '768p': 80_000 },
    source: 'programs of callers repeat it',
  }),
];
