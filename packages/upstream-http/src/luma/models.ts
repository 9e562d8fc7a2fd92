import type { OfferedFamily } from '../engine/provider-description.ts';
import { offerVideos, type VideoOffer } from '../models/offer-videos.ts';
import type { ModelCondition, VideoModelFacts } from '../models/video-model.ts';

const shortWithFrames: ModelCondition = {
  parameter: 'durationSeconds',
  reason: 'Videos with a first or last frame have 5 s.',
  forbids: ({ durationSeconds, references }) => references.length > 0 && durationSeconds !== 5,
};

const ray: VideoModelFacts = {
  model: 'ray-3.2',
  source: 'https://docs.agents.lumalabs.ai/guides/videos/generation and /guides/model',
  read: '2026-11-30',
  durationsSeconds: [5, 10],
  aspectRatios: ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'],
  resolutions: ['360p', '540p', '720p', '1080p'],
  audio: 'none',
  promptLimit: 6_000,
  references: { first_frame: 1, last_frame: 1 },
  mostReferences: 2,
  conditions: [shortWithFrames],
};

export const models: readonly VideoModelFacts[] = [ray];

/** Ten seconds cost three times as much as five, so each duration is a family of its own. */
function offer(
  offered: Pick<VideoOffer, 'id' | 'displayName' | 'description' | 'only' | 'perSecond'>,
): OfferedFamily {
  return offerVideos(ray, {
    ...offered,
    ownedBy: 'luma',
    dollars: 0.000001,
    source: 'https://docs.agents.lumalabs.ai/guides/pricing, as programs of callers repeat it',
    read: '2026-11-30',
  });
}

export const families: readonly OfferedFamily[] = [
  offer({
    id: 'ray-3.2',
    displayName: 'Ray 3.2',
    description: 'Silent videos of 5 seconds from a text or frames.',
    only: { durationsSeconds: [5] },
    perSecond: { '360p': 12_000, '540p': 30_000, '720p': 60_000, '1080p': 240_000 },
  }),
  offer({
    id: 'ray-3.2-long',
    displayName: 'Ray 3.2 Long',
    description: 'Silent videos of 10 seconds from a text.',
    only: { durationsSeconds: [10], references: {} },
    perSecond: { '360p': 18_000, '540p': 45_000, '720p': 90_000, '1080p': 360_000 },
  }),
];
