import type { OfferedFamily } from '../engine/provider-description.ts';
import { offerVideos, type VideoOffer } from '../models/offer-videos.ts';
import { framesOrReferences, shortWithReferences } from '../models/usual-conditions.ts';
import { everySecond, type VideoModelFacts } from '../models/video-model.ts';
import type { TokenPrices } from './token-prices.ts';

/** Six images: as many as Google's own notebook and resellers send; a page of the preview allowed ten. */
const shared = {
  read: '2026-11-30',
  aspectRatios: ['16:9', '9:16'],
  resolutions: ['360p', '720p', '1080p', '2160p'],
  audio: 'always',
  promptLimit: null,
  references: { first_frame: 1, reference_image: 6 },
  mostReferences: 6,
  conditions: [framesOrReferences('Gemini Omni'), shortWithReferences],
} as const;

const current: VideoModelFacts = {
  ...shared,
  model: 'gemini-omni-1.2-flash',
  durationsSeconds: everySecond(3, 15),
  source:
    'https://docs.cloud.google.com/vertex-ai/docs/generative-ai/video/generate-videos, and the models of @google/genai 3.3.0',
};
const earlier: VideoModelFacts = {
  ...shared,
  model: 'gemini-omni-1.1-flash',
  durationsSeconds: everySecond(3, 10),
  source:
    'https://ai.google.dev/gemini-api/docs/omni, and gemini-api/docs/models/gemini-omni-flash in copies',
};

export const googleModels: readonly VideoModelFacts[] = [current, earlier];

export const tokenPrices: { readonly [model: string]: TokenPrices } = {
  [current.model]: { input: 1.5, words: 9, media: 12 },
  [earlier.model]: { input: 1.5, words: 9, media: 17.5 },
};

/** Tokens of a second of video: Google names those of 720p, and resellers' prices show the ratio of the others. */
const tokensPerSecond = { '360p': 1_931, '720p': 5_792, '1080p': 8_688, '2160p': 17_376 } as const;

function perSecond(facts: VideoModelFacts): VideoOffer['perSecond'] {
  const price = tokenPrices[facts.model]?.media ?? 0;
  return Object.fromEntries(
    Object.entries(tokensPerSecond).map(([name, tokens]) => [name, Math.ceil(tokens * price)]),
  );
}

type Named = Omit<VideoOffer, 'ownedBy' | 'dollars' | 'read' | 'perSecond'>;

/** `source`: who repeats Google's own price page. */
function offer(facts: VideoModelFacts, { source, ...named }: Named): OfferedFamily {
  return offerVideos(facts, {
    ...named,
    ownedBy: 'google',
    perSecond: perSecond(facts),
    dollars: 0.000001,
    source: `https://ai.google.dev/gemini-api/docs/pricing, as ${source} it`,
    read: '2026-11-30',
  });
}

const ofCurrent = { source: 'https://inference.sh/apps/google/gemini-omni-1-2-flash.md repeats' };
const ofEarlier = {
  source: 'https://runware.ai/docs/models/google-gemini-omni-flash.md and wavespeed.ai repeat',
};
const withReferences = {
  durationsSeconds: everySecond(3, 10),
  references: { reference_image: 6 },
} as const;

export const googleFamilies: readonly OfferedFamily[] = [
  offer(current, {
    ...ofCurrent,
    id: 'gemini-omni-1.2-flash',
    displayName: 'Gemini Omni 1.2 Flash',
    description: 'Videos of 3 to 15 seconds with sound, from a text or a first frame.',
    only: { references: { first_frame: 1 } },
  }),
  offer(current, {
    ...ofCurrent,
    id: 'gemini-omni-1.2-flash-references',
    displayName: 'Gemini Omni 1.2 Flash References',
    description: 'Gemini Omni 1.2 Flash with up to six reference images.',
    only: withReferences,
  }),
  offer(earlier, {
    ...ofEarlier,
    id: 'gemini-omni-1.1-flash',
    displayName: 'Gemini Omni 1.1 Flash',
    description: 'Earlier version of Gemini Omni Flash; from a text or a first frame.',
    only: { references: { first_frame: 1 } },
  }),
  offer(earlier, {
    ...ofEarlier,
    id: 'gemini-omni-1.1-flash-references',
    displayName: 'Gemini Omni 1.1 Flash References',
    description: 'Gemini Omni 1.1 Flash with up to six reference images.',
    only: withReferences,
  }),
];
