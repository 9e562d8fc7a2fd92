import type { OfferedFamily } from '../engine/provider-description.ts';
import { offerVideos, type VideoOffer } from '../models/offer-videos.ts';
import { countOf, everySecond, type VideoModelFacts } from '../models/video-model.ts';

/** Makes the facts of a model: its name, its document, and how it differs from Kling 3.0. */
function model(name: string, page: string, differs: Partial<VideoModelFacts>): VideoModelFacts {
  return {
    model: name,
    source: `https://kling.ai/document-api/api/video/${page}`,
    read: '2026-11-23',
    durationsSeconds: everySecond(3, 15),
    aspectRatios: ['16:9', '9:16', '1:1'],
    resolutions: ['720p', '1080p', '2160p'],
    audio: 'optional',
    promptLimit: 3_072,
    references: { first_frame: 1, last_frame: 1 },
    mostReferences: 2,
    conditions: [],
    ...differs,
  };
}

const v3 = model('kling-3.0', '3-0-omni/image-to-video', {});
const turbo = model('kling-3.0-turbo', '3-0-turbo/text-to-video', {
  resolutions: ['720p', '1080p'],
  audio: 'always',
  references: { first_frame: 1 },
  mostReferences: 1,
  conditions: [
    {
      parameter: 'prompt',
      reason: 'Kling 3.0 Turbo accepts prompts of at most 2500 characters beside an image.',
      forbids: ({ references, prompt }) => references.length > 0 && prompt.length > 2_500,
    },
  ],
});
const omni = model('kling-3.0-omni', '3-0-omni/video-omni', {
  references: { first_frame: 1, last_frame: 1, reference_image: 7 },
  mostReferences: 7,
});
const v26 = model('kling-2.6', '2-6/text-to-video', {
  durationsSeconds: [5, 10],
  resolutions: ['720p', '1080p'],
  promptLimit: 2_500,
  conditions: [
    {
      parameter: 'resolution',
      reason: 'Kling 2.6 generates sound at 1080p only.',
      forbids: ({ generateAudio, resolution }) => generateAudio && resolution !== '1080p',
    },
    {
      parameter: 'resolution',
      reason: 'Kling 2.6 accepts a last frame at 1080p only.',
      forbids: (request) => countOf(request, 'last_frame') > 0 && request.resolution !== '1080p',
    },
  ],
});

/** Kling's models: the name is part of the address. */
export const klingModels: readonly VideoModelFacts[] = [v3, turbo, omni, v26];

type Named = Omit<VideoOffer, 'ownedBy' | 'dollars' | 'source' | 'read'>;

/** Prices are the list prices of the global endpoint, with sound if there is a choice; both count the same units. */
function offer(facts: VideoModelFacts, { only, ...named }: Named): OfferedFamily {
  return offerVideos(facts, {
    ...named,
    ownedBy: 'kling',
    // Kling recommends this length for every model.
    only: { promptLimit: 2_500, ...only },
    // A unit is 0.14 dollars.
    dollars: 0.0014,
    source: 'https://kling.ai/document-api/pricing/base/video',
    read: '2026-11-23',
  });
}

export const klingFamilies: readonly OfferedFamily[] = [
  offer(v3, {
    id: 'kling-3.0',
    displayName: 'Kling 3.0',
    description: 'Videos of 3 to 15 seconds from a text, a first frame, or a first and a last one.',
    perSecond: { '720p': 90, '1080p': 120, '2160p': 300 },
  }),
  offer(turbo, {
    id: 'kling-3.0-turbo',
    displayName: 'Kling 3.0 Turbo',
    description: 'Fast variant of Kling 3.0; always with sound.',
    perSecond: { '720p': 80, '1080p': 100 },
  }),
  offer(omni, {
    id: 'kling-3.0-omni',
    displayName: 'Kling 3.0 Omni',
    description:
      'Kling 3.0 with reference images; the prompt refers to them as @image_1, @image_2.',
    perSecond: { '720p': 80, '1080p': 100, '2160p': 300 },
  }),
  offer(v26, {
    id: 'kling-2.6',
    displayName: 'Kling 2.6',
    description: 'Silent videos of 5 or 10 seconds.',
    only: { audio: 'none', references: { first_frame: 1 } },
    perSecond: { '720p': 30, '1080p': 50 },
  }),
  offer(v26, {
    id: 'kling-2.6-sound',
    displayName: 'Kling 2.6 with sound',
    description: 'Videos of 5 or 10 seconds with sound, at 1080p.',
    only: { audio: 'always' },
    perSecond: { '1080p': 100 },
  }),
];
