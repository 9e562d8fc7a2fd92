import type { AspectRatio } from '@filmgate/core';
import {
  countOf,
  everySecond,
  type ModelCondition,
  type VideoModelFacts,
} from '../models/video-model.ts';
import type { pixelTables } from './pixels.ts';

/** Documented facts of a Seedance model. */
export interface ArkModel extends VideoModelFacts {
  readonly pixels: keyof typeof pixelTables;
  /** True if frames decide the shape of the video: the wire's word is then `adaptive`. */
  readonly framesDecideShape: boolean;
}

const aspectRatios: readonly AspectRatio[] = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'];
const facts = {
  source: 'https://docs.byteplus.com/en/docs/ModelArk/1330310 (video generation models)',
  read: '2026-11-23',
  aspectRatios,
  promptLimit: null,
} as const;

const framesOrReferences: ModelCondition = {
  parameter: 'references',
  reason: 'Seedance accepts frames or references, not both.',
  forbids: ({ references }) => {
    const frames = references.filter(({ role }) => role.endsWith('_frame')).length;
    return frames > 0 && frames < references.length;
  },
};
const soundNeedsPicture: ModelCondition = {
  parameter: 'references',
  reason: 'Seedance 2.0 accepts an audio reference only together with an image or video.',
  forbids: (request) => {
    const sounds = countOf(request, 'reference_audio');
    return sounds > 0 && sounds === request.references.length;
  },
};

type Particulars = Pick<ArkModel, 'durationsSeconds' | 'resolutions'> & Partial<ArkModel>;

/** Lists one model under its names in both regions. */
function inBothRegions(international: string, chinese: string, particulars: Particulars) {
  const shared = {
    ...facts,
    pixels: 'present',
    framesDecideShape: false,
    audio: 'optional',
    references: { first_frame: 1, last_frame: 1 },
    mostReferences: 2,
    conditions: [],
    ...particulars,
  } as const;
  return [international, chinese].map((model): ArkModel => ({ ...shared, model }));
}

const second = {
  durationsSeconds: everySecond(4, 15),
  references: { first_frame: 1, last_frame: 1, reference_image: 9, reference_audio: 3 },
  mostReferences: 12,
  conditions: [framesOrReferences, soundNeedsPicture],
} as const;
const first = {
  durationsSeconds: everySecond(2, 12),
  resolutions: ['480p', '720p', '1080p'],
  pixels: 'first',
  audio: 'none',
} as const;

/** The Seedance models. Keys, names and quota belong to a region. */
export const arkModels: readonly ArkModel[] = [
  ...inBothRegions('dreamina-seedance-2-5-260628', 'doubao-seedance-2-5-260628', {
    durationsSeconds: everySecond(4, 30),
    resolutions: ['480p', '720p', '1080p'],
    framesDecideShape: true,
    references: { first_frame: 1, last_frame: 1, reference_image: 30, reference_audio: 10 },
    mostReferences: 40,
    conditions: [framesOrReferences],
  }),
  ...inBothRegions('dreamina-seedance-2-0-260128', 'doubao-seedance-2-0-260128', {
    ...second,
    resolutions: ['480p', '720p', '1080p', '2160p'],
  }),
  ...inBothRegions('dreamina-seedance-2-0-fast-260128', 'doubao-seedance-2-0-fast-260128', {
    ...second,
    resolutions: ['480p', '720p'],
  }),
  ...inBothRegions('dreamina-seedance-2-0-mini-260615', 'doubao-seedance-2-0-mini-260615', {
    ...second,
    resolutions: ['480p', '720p'],
  }),
  ...inBothRegions('seedance-1-5-pro-251215', 'doubao-seedance-1-5-pro-251215', {
    durationsSeconds: everySecond(4, 12),
    resolutions: ['480p', '720p', '1080p'],
  }),
  ...inBothRegions('seedance-1-0-pro-250528', 'doubao-seedance-1-0-pro-250528', first),
  ...inBothRegions('seedance-1-0-pro-fast-251015', 'doubao-seedance-1-0-pro-fast-251015', {
    ...first,
    references: { first_frame: 1 },
    mostReferences: 1,
  }),
];
