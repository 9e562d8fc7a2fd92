import type { OfferedFamily } from '../engine/provider-description.ts';
import { offerVideos, type VideoOffer } from '../models/offer-videos.ts';
import { everySecond, type ModelCondition, type VideoModelFacts } from '../models/video-model.ts';

const shared = {
  read: '2026-12-01',
  resolutions: ['540p', '720p', '1080p'],
  audio: 'optional',
  promptLimit: 5_000,
} as const;

const fromTextsAndFrames = {
  ...shared,
  source: 'https://platform.vidu.com/docs/text-to-video, /image-to-video and /start-end-to-video',
  durationsSeconds: everySecond(1, 16),
  aspectRatios: ['16:9', '4:3', '1:1', '3:4', '9:16'],
  references: { first_frame: 1, last_frame: 1 },
  mostReferences: 2,
  conditions: [],
} as const;

const q3Pro: VideoModelFacts = { ...fromTextsAndFrames, model: 'viduq3-pro' };
const q3Turbo: VideoModelFacts = { ...fromTextsAndFrames, model: 'viduq3-turbo' };

const needsImage: ModelCondition = {
  parameter: 'references',
  reason: 'viduq3 makes videos from reference images alone.',
  forbids: ({ references }) => references.length === 0,
};

/** Copies of the document disagree on 4:3 and 3:4, and so they are left out. */
const q3: VideoModelFacts = {
  ...shared,
  model: 'viduq3',
  source: 'https://platform.vidu.com/docs/reference-to-video',
  durationsSeconds: everySecond(3, 16),
  aspectRatios: ['16:9', '1:1', '9:16'],
  references: { reference_image: 7 },
  mostReferences: 7,
  conditions: [needsImage],
};

export const models: readonly VideoModelFacts[] = [q3Pro, q3Turbo, q3];

/** One of Vidu's credits costs half a cent. */
function offer(
  facts: VideoModelFacts,
  offered: Omit<VideoOffer, 'ownedBy' | 'dollars' | 'source' | 'read'>,
): OfferedFamily {
  return offerVideos(facts, {
    ...offered,
    ownedBy: 'vidu',
    dollars: 0.005,
    source: 'https://platform.vidu.com/docs/pricing, as callers repeat it',
    read: '2026-12-01',
  });
}

export const families: readonly OfferedFamily[] = [
  offer(q3Pro, {
    id: 'vidu-q3-pro',
    displayName: 'Vidu Q3 Pro',
    description: 'Videos of 1 to 16 seconds from a text or frames, with or without sound.',
    perSecond: { '540p': 9, '720p': 20, '1080p': 24 },
  }),
  offer(q3Turbo, {
    id: 'vidu-q3-turbo',
    displayName: 'Vidu Q3 Turbo',
    description: 'Fast variant of Vidu Q3 Pro; from a text or frames.',
    perSecond: { '540p': 7, '720p': 11, '1080p': 13 },
  }),
  offer(q3, {
    id: 'vidu-q3-references',
    displayName: 'Vidu Q3 References',
    description: 'Videos of 3 to 16 seconds from up to seven reference images.',
    leastReferences: 1,
    perSecond: { '540p': 7, '720p': 12, '1080p': 15 },
  }),
];
