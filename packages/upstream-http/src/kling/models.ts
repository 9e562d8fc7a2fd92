import {
  countOf,
  everySecond,
  type ModelCondition,
  type VideoModelFacts,
} from '../models/video-model.ts';

/** Documented facts of a Kling model, and its form on the wire. */
export interface KlingModel extends VideoModelFacts {
  /** `omni-video` accepts everything at one address; `by-input` has one for texts and one for images. */
  readonly endpoint: 'omni-video' | 'by-input';
}

const documents = 'https://kling.ai/document-api/api/video';
const read = '2026-11-23';

/** Kling's words for the catalog's resolutions: it makes 720p, 1080p or 4k only. */
export const wireResolutions: { readonly [resolution: string]: string } = { '2160p': '4k' };

const shape = { aspectRatios: ['16:9', '9:16', '1:1'], read } as const;
const frames = { references: { first_frame: 1, last_frame: 1 }, mostReferences: 2 } as const;
const omniReferences = {
  references: { first_frame: 1, last_frame: 1, reference_image: 7 },
  mostReferences: 7,
} as const;

const soundIs1080p: ModelCondition = {
  parameter: 'resolution',
  reason: 'Kling 2.6 generates sound at 1080p only.',
  forbids: ({ generateAudio, resolution }) => generateAudio && resolution !== '1080p',
};
const lastFrameIs1080p: ModelCondition = {
  parameter: 'resolution',
  reason: 'Kling 2.6 accepts a last frame at 1080p only.',
  forbids: (request) => countOf(request, 'last_frame') > 0 && request.resolution !== '1080p',
};
const turboImagePrompt: ModelCondition = {
  parameter: 'prompt',
  reason: 'Kling 3.0 Turbo accepts prompts of at most 2500 characters together with an image.',
  forbids: (request) => request.references.length > 0 && request.prompt.length > 2_500,
};

/** Models of the present interface: the name is part of the address. */
export const klingModels: readonly KlingModel[] = [
  {
    ...shape,
    ...frames,
    model: 'kling-3.0',
    endpoint: 'by-input',
    source: `${documents}/3-0-omni/image-to-video`,
    durationsSeconds: everySecond(3, 15),
    resolutions: ['720p', '1080p', '2160p'],
    audio: 'optional',
    promptLimit: 3_072,
    conditions: [],
  },
  {
    ...shape,
    model: 'kling-3.0-turbo',
    endpoint: 'by-input',
    source: `${documents}/3-0-turbo/text-to-video`,
    durationsSeconds: everySecond(3, 15),
    resolutions: ['720p', '1080p'],
    audio: 'always',
    promptLimit: 3_072,
    references: { first_frame: 1 },
    mostReferences: 1,
    conditions: [turboImagePrompt],
  },
  {
    ...shape,
    ...omniReferences,
    model: 'kling-3.0-omni',
    endpoint: 'omni-video',
    source: `${documents}/3-0-omni/video-omni`,
    durationsSeconds: everySecond(3, 15),
    resolutions: ['720p', '1080p', '2160p'],
    audio: 'optional',
    promptLimit: 3_072,
    conditions: [],
  },
  {
    ...shape,
    ...frames,
    model: 'kling-2.6',
    endpoint: 'by-input',
    source: `${documents}/2-6/text-to-video`,
    durationsSeconds: [5, 10],
    resolutions: ['720p', '1080p'],
    audio: 'optional',
    promptLimit: 2_500,
    conditions: [soundIs1080p, lastFrameIs1080p],
  },
];

/** Models of the former interface: the name is a field of the request. */
export const klingLegacyModels: readonly KlingModel[] = [
  {
    ...shape,
    ...frames,
    model: 'kling-v3',
    endpoint: 'by-input',
    source: `${documents}/3-0-omni/image-to-video/legacy`,
    durationsSeconds: everySecond(3, 15),
    resolutions: ['720p', '1080p'],
    audio: 'optional',
    promptLimit: 2_500,
    conditions: [],
  },
  {
    ...shape,
    ...omniReferences,
    model: 'kling-v3-omni',
    endpoint: 'omni-video',
    source: `${documents}/3-0-omni/video-omni/legacy`,
    durationsSeconds: everySecond(3, 15),
    resolutions: ['720p', '1080p'],
    audio: 'optional',
    promptLimit: 2_500,
    conditions: [],
  },
  {
    ...shape,
    ...frames,
    model: 'kling-v2-6',
    endpoint: 'by-input',
    source: `${documents}/2-6/text-to-video`,
    durationsSeconds: [5, 10],
    resolutions: ['720p', '1080p'],
    audio: 'optional',
    promptLimit: 2_500,
    conditions: [soundIs1080p, lastFrameIs1080p],
  },
];
