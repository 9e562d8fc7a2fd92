import type { OfferedFamily } from '../engine/provider-description.ts';
import { offerVideos, type VideoOffer } from '../models/offer-videos.ts';
import { framesOrReferences } from '../models/usual-conditions.ts';
import { everySecond, type VideoModelFacts } from '../models/video-model.ts';

/** 21:9 is left out: of two copies of the page, only one has it. */
const wan3: VideoModelFacts = {
  model: 'wan3.0-video',
  source: 'https://help.aliyun.com/zh/model-studio/wan3-video-generation-api-reference',
  read: '2026-12-01',
  durationsSeconds: everySecond(2, 30),
  aspectRatios: ['16:9', '4:3', '1:1', '3:4', '9:16'],
  resolutions: ['480p', '720p', '1080p'],
  audio: 'optional',
  // DashScope cuts a longer prompt off.
  promptLimit: 20_000,
  references: { first_frame: 1, last_frame: 1, reference_image: 10 },
  mostReferences: 10,
  conditions: [framesOrReferences('Wan 3.0')],
};

const wan3Prime: VideoModelFacts = { ...wan3, model: 'wan3.0-video-prime' };

const wan27: VideoModelFacts = {
  model: 'wan2.7-t2v',
  source: 'https://www.alibabacloud.com/help/en/model-studio/text-to-video-api-reference',
  read: '2026-12-01',
  durationsSeconds: everySecond(2, 15),
  aspectRatios: ['16:9', '4:3', '1:1', '3:4', '9:16'],
  resolutions: ['720p', '1080p'],
  audio: 'always',
  promptLimit: 5_000,
  references: {},
  mostReferences: 0,
  conditions: [],
};

export const models: readonly VideoModelFacts[] = [wan3, wan3Prime, wan27];

const page = 'https://www.alibabacloud.com/help/en/model-studio/model-pricing';

/** The list prices of Singapore, which are higher than those of Beijing. A discount of Wan 3.0 has no known end. */
function offer(
  facts: VideoModelFacts,
  named: Pick<VideoOffer, 'id' | 'displayName' | 'description' | 'perSecond'>,
): OfferedFamily {
  return offerVideos(facts, {
    ...named,
    ownedBy: 'alibaba',
    dollars: 0.000001,
    source: `${page} (Singapore), as programs of callers repeat it`,
    read: '2026-12-01',
  });
}

export const families: readonly OfferedFamily[] = [
  offer(wan3, {
    id: 'dashscope-wan-3.0',
    displayName: 'Wan 3.0 (DashScope)',
    description: 'Videos of 2 to 30 seconds, from a text, frames or up to ten reference images.',
    perSecond: { '480p': 50_000, '720p': 100_000, '1080p': 200_000 },
  }),
  offer(wan3Prime, {
    id: 'dashscope-wan-3.0-prime',
    displayName: 'Wan 3.0 Prime (DashScope)',
    description: 'Fast variant of Wan 3.0, from a text, frames or reference images.',
    perSecond: { '480p': 68_000, '720p': 140_000, '1080p': 280_000 },
  }),
  offer(wan27, {
    id: 'dashscope-wan-2.7',
    displayName: 'Wan 2.7 (DashScope)',
    description: 'Videos of 2 to 15 seconds with sound, from a text.',
    perSecond: { '720p': 100_000, '1080p': 150_000 },
  }),
];
