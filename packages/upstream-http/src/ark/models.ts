import type { AspectRatio, Resolution } from '@filmgate/core';
import type { OfferedFamily } from '../engine/provider-description.ts';
import { offerVideos, type VideoOffer } from '../models/offer-videos.ts';
import {
  countOf,
  everySecond,
  type ModelCondition,
  type VideoModelFacts,
} from '../models/video-model.ts';
import { pixelTables } from './pixels.ts';

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
interface Named extends Pick<VideoOffer, 'id' | 'displayName' | 'description'> {
  readonly international: string;
  readonly chinese: string;
  /** US dollars for a million tokens; by resolution if they differ. */
  readonly rate: number | { readonly [R in Resolution]?: number };
}

/** Describes one model under its names in both regions, and the family it makes. */
function seedance({ international, chinese, rate, ...named }: Named, particulars: Particulars) {
  const shared: Omit<ArkModel, 'model'> = {
    ...facts,
    pixels: 'present',
    framesDecideShape: false,
    audio: 'optional',
    references: { first_frame: 1, last_frame: 1 },
    mostReferences: 2,
    conditions: [],
    ...particulars,
  };
  const models = [international, chinese].map((model): ArkModel => ({ ...shared, model }));
  const family = offerVideos(
    { ...shared, model: international },
    {
      ...named,
      ownedBy: 'bytedance',
      model: { 'ark-intl': international, 'ark-cn': chinese },
      perSecond: tokensPerSecond(shared),
      dollars: dollarsPerToken(rate),
      // BytePlus: what Volcengine asks for in yuan was not read, and is taken to be as much.
      source: 'https://docs.byteplus.com/en/docs/ModelArk/1544106',
      read: '2026-11-23',
    },
  );
  return { models, family };
}

/** Of the largest shape and the shortest video: a video has one frame more than 24 for each second. */
function tokensPerSecond({
  pixels,
  resolutions,
  durationsSeconds: [shortest = 1],
}: Omit<ArkModel, 'model'>): VideoOffer['perSecond'] {
  return Object.fromEntries(
    resolutions.map((resolution) => {
      const shapes = Object.values(pixelTables[pixels][resolution] ?? {});
      const largest = Math.max(...shapes.map(({ width, height }) => width * height));
      return [resolution, Math.ceil((largest * (24 + 1 / shortest)) / 1_024)];
    }),
  );
}

function dollarsPerToken(rate: Named['rate']): VideoOffer['dollars'] {
  if (typeof rate === 'number') return rate / 1_000_000;
  const rates = Object.entries(rate);
  return Object.fromEntries(rates.map(([resolution, of]) => [resolution, of / 1_000_000]));
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
const generations = [
  seedance(
    {
      id: 'seedance-2.5',
      displayName: 'Seedance 2.5',
      description: 'Videos of 4 to 30 seconds from a text, frames, images or sounds.',
      international: 'dreamina-seedance-2-5-260628',
      chinese: 'doubao-seedance-2-5-260628',
      rate: { '480p': 10.7, '720p': 10.7, '1080p': 11.7 },
    },
    {
      durationsSeconds: everySecond(4, 30),
      resolutions: ['480p', '720p', '1080p'],
      framesDecideShape: true,
      references: { first_frame: 1, last_frame: 1, reference_image: 30, reference_audio: 10 },
      mostReferences: 40,
      conditions: [framesOrReferences],
    },
  ),
  seedance(
    {
      id: 'seedance-2.0',
      displayName: 'Seedance 2.0',
      description: 'Videos of 4 to 15 seconds from a text, frames, images or sounds.',
      international: 'dreamina-seedance-2-0-260128',
      chinese: 'doubao-seedance-2-0-260128',
      rate: { '480p': 7, '720p': 7, '1080p': 7.7, '2160p': 4 },
    },
    { ...second, resolutions: ['480p', '720p', '1080p', '2160p'] },
  ),
  seedance(
    {
      id: 'seedance-2.0-fast',
      displayName: 'Seedance 2.0 Fast',
      description: 'Fast variant of Seedance 2.0.',
      international: 'dreamina-seedance-2-0-fast-260128',
      chinese: 'doubao-seedance-2-0-fast-260128',
      rate: 5.6,
    },
    { ...second, resolutions: ['480p', '720p'] },
  ),
  seedance(
    {
      id: 'seedance-2.0-mini',
      displayName: 'Seedance 2.0 Mini',
      description: 'Low-cost variant of Seedance 2.0.',
      international: 'dreamina-seedance-2-0-mini-260615',
      chinese: 'doubao-seedance-2-0-mini-260615',
      rate: 3.5,
    },
    { ...second, resolutions: ['480p', '720p'] },
  ),
  seedance(
    {
      id: 'seedance-1.5-pro',
      displayName: 'Seedance 1.5 Pro',
      description: 'Videos of 4 to 12 seconds from a text or frames.',
      international: 'seedance-1-5-pro-251215',
      chinese: 'doubao-seedance-1-5-pro-251215',
      rate: 2.4,
    },
    { durationsSeconds: everySecond(4, 12), resolutions: ['480p', '720p', '1080p'] },
  ),
  seedance(
    {
      id: 'seedance-1.0-pro',
      displayName: 'Seedance 1.0 Pro',
      description: 'Silent videos of 2 to 12 seconds from a text or frames.',
      international: 'seedance-1-0-pro-250528',
      chinese: 'doubao-seedance-1-0-pro-250528',
      rate: 2.5,
    },
    first,
  ),
  seedance(
    {
      id: 'seedance-1.0-pro-fast',
      displayName: 'Seedance 1.0 Pro Fast',
      description: 'Silent videos of 2 to 12 seconds from a text or a first frame.',
      international: 'seedance-1-0-pro-fast-251015',
      chinese: 'doubao-seedance-1-0-pro-fast-251015',
      rate: 1,
    },
    { ...first, references: { first_frame: 1 }, mostReferences: 1 },
  ),
];

export const arkModels: readonly ArkModel[] = generations.flatMap(({ models }) => models);
export const arkFamilies: readonly OfferedFamily[] = generations.map(({ family }) => family);
