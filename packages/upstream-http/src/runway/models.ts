import type { AspectRatio, GenerationRequest } from '@filmgate/core';
import {
  countOf,
  everySecond,
  type ModelCondition,
  type VideoModelFacts,
} from '../models/video-model.ts';

/** Width and height by resolution and aspect ratio; Runway's word for a size is `1280:720`. */
type Sizes = {
  readonly [resolution: string]: {
    readonly [ratio in AspectRatio]?: readonly [width: number, height: number];
  };
};

/** Documented facts of a model that Runway serves. */
export interface RunwayModel extends VideoModelFacts {
  readonly sizes: Sizes;
}

const wide = { '16:9': [1280, 720], '9:16': [720, 1280] } as const;
const veoSizes: Sizes = {
  '720p': wide,
  '1080p': { '16:9': [1920, 1080], '9:16': [1080, 1920] },
};
const genSizes: Sizes = {
  '720p': {
    ...wide,
    '21:9': [1584, 672],
    '4:3': [1104, 832],
    '1:1': [960, 960],
    '3:4': [832, 1104],
  },
};
const smallSeedanceSizes: Sizes = {
  '480p': {
    '21:9': [992, 432],
    '16:9': [864, 496],
    '4:3': [752, 560],
    '1:1': [640, 640],
    '3:4': [560, 752],
    '9:16': [496, 864],
  },
  '720p': {
    ...wide,
    '21:9': [1470, 630],
    '4:3': [1112, 834],
    '1:1': [960, 960],
    '3:4': [834, 1112],
  },
};
const seedanceSizes: Sizes = {
  ...smallSeedanceSizes,
  '1080p': {
    '21:9': [2206, 946],
    '16:9': [1920, 1080],
    '4:3': [1664, 1248],
    '1:1': [1440, 1440],
    '3:4': [1248, 1664],
    '9:16': [1080, 1920],
  },
  '2160p': {
    '21:9': [3840, 1646],
    '16:9': [3840, 2160],
    '4:3': [3840, 2880],
    '1:1': [3840, 3840],
    '3:4': [2880, 3840],
    '9:16': [2160, 3840],
  },
};

/** Sizes of a model that the table does not know: those of the model with the most. */
export const usualSizes = seedanceSizes;

const everyShape: readonly AspectRatio[] = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'];

const shapesNeedPicture: ModelCondition = {
  parameter: 'aspectRatio',
  reason: 'Gen-4.5 makes videos from a text alone in 16:9 and 9:16.',
  forbids: (request: GenerationRequest) =>
    countOf(request, 'first_frame') === 0 && !['16:9', '9:16'].includes(request.aspectRatio),
};
const needsPicture: ModelCondition = {
  parameter: 'references',
  reason: 'Gen-4 Turbo needs a first frame.',
  forbids: (request) => countOf(request, 'first_frame') === 0,
};
const framesOrReferences: ModelCondition = {
  parameter: 'references',
  reason: 'Seedance accepts frames or reference images, not both.',
  forbids: (request) => {
    const images = countOf(request, 'reference_image');
    return images > 0 && images < request.references.length;
  },
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
  conditions: [framesOrReferences],
} as const;

/** The models of Runway and, under its names, of others. */
export const runwayModels: readonly RunwayModel[] = [
  { ...gen, model: 'gen4.5', conditions: [shapesNeedPicture] },
  { ...gen, model: 'gen4_turbo', conditions: [needsPicture] },
  { ...veo, model: 'veo3.1' },
  { ...veo, model: 'veo3.1_fast' },
  {
    ...seedance,
    model: 'seedance2',
    sizes: seedanceSizes,
    resolutions: ['480p', '720p', '1080p', '2160p'],
  },
  {
    ...seedance,
    model: 'seedance2_fast',
    sizes: smallSeedanceSizes,
    resolutions: ['480p', '720p'],
  },
];
