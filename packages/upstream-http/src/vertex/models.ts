import type { OfferedFamily } from '../engine/provider-description.ts';
import { offerVideos, type VideoOffer } from '../models/offer-videos.ts';
import { framesOrReferences, veoWithReferences } from '../models/usual-conditions.ts';
import type { VideoModelFacts } from '../models/video-model.ts';

/** The page of a former version has the limits of reference images; no later one says that they are gone. */
const veo: VideoModelFacts = {
  model: 'veo-3.1-generate-001',
  source:
    'https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/veo/3-1-generate, and cloud.google.com/vertex-ai/generative-ai/docs/models/veo/3-1-generate in a copy of November 2025',
  read: '2026-12-01',
  durationsSeconds: [4, 6, 8],
  aspectRatios: ['16:9', '9:16'],
  resolutions: ['720p', '1080p', '2160p'],
  audio: 'optional',
  promptLimit: null,
  references: { first_frame: 1, last_frame: 1, reference_image: 3 },
  mostReferences: 3,
  conditions: [framesOrReferences('Veo'), ...veoWithReferences],
};
const veoFast: VideoModelFacts = { ...veo, model: 'veo-3.1-fast-generate-001' };
const veoLite: VideoModelFacts = {
  ...veo,
  model: 'veo-3.1-lite-generate-001',
  source:
    'https://vercel.com/ai-gateway/models/veo-3.1-lite-generate-001, and https://openrouter.ai/api/v1/videos/models in copies',
  resolutions: ['720p', '1080p'],
  references: { first_frame: 1, last_frame: 1 },
  mostReferences: 2,
  conditions: [],
};

export const models: readonly VideoModelFacts[] = [veo, veoFast, veoLite];

type Named = Omit<VideoOffer, 'ownedBy' | 'dollars' | 'source' | 'read'>;

/** Prices with sound: silent videos cost less. */
function offer(facts: VideoModelFacts, named: Named): OfferedFamily {
  return offerVideos(facts, {
    ...named,
    ownedBy: 'google',
    dollars: 0.000001,
    source:
      'https://cloud.google.com/vertex-ai/generative-ai/pricing, as https://github.com/Portkey-AI/models/pull/708 and OpenRouter repeat it',
    read: '2026-12-01',
  });
}

const withFrames = { references: { first_frame: 1, last_frame: 1 } } as const;
const withImages = {
  durationsSeconds: [8],
  aspectRatios: ['16:9'],
  references: { reference_image: 3 },
} as const;
const prices = { '720p': 400_000, '1080p': 400_000, '2160p': 600_000 };
const fastPrices = { '720p': 100_000, '1080p': 120_000, '2160p': 300_000 };

/** Names and ids say `vertex`, because OpenRouter and others sell the same models. */
export const families: readonly OfferedFamily[] = [
  offer(veo, {
    id: 'vertex-veo-3.1',
    displayName: 'Veo 3.1 (Vertex AI)',
    description: 'Videos of 4, 6 or 8 seconds from a text or frames, up to 4K.',
    only: withFrames,
    perSecond: prices,
  }),
  offer(veo, {
    id: 'vertex-veo-3.1-references',
    displayName: 'Veo 3.1 References (Vertex AI)',
    description: 'Wide videos of 8 seconds by Veo 3.1, with up to three reference images.',
    only: withImages,
    leastReferences: 1,
    perSecond: prices,
  }),
  offer(veoFast, {
    id: 'vertex-veo-3.1-fast',
    displayName: 'Veo 3.1 Fast (Vertex AI)',
    description: 'Fast variant of Veo 3.1.',
    only: withFrames,
    perSecond: fastPrices,
  }),
  offer(veoLite, {
    id: 'vertex-veo-3.1-lite',
    displayName: 'Veo 3.1 Lite (Vertex AI)',
    description: 'Low-cost variant of Veo 3.1.',
    perSecond: { '720p': 50_000, '1080p': 80_000 },
  }),
];
