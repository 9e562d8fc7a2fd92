import type { OfferedFamily } from '../engine/provider-description.ts';
import { framesOrReferences } from '../models/usual-conditions.ts';
import { everySecond } from '../models/video-model.ts';
import { type ArkModel, pricePage, seedance, soundNeedsPicture } from './seedance-model.ts';

/** The rate with a video in the request is the same part of the rate without one. */
const withReseller = {
  source: `${pricePage.source}, and https://docs.laozhang.ai/announcements/seedance-pricing-2026-10 for videos as references`,
  read: '2026-12-01',
};

const second = {
  durationsSeconds: everySecond(4, 15),
  references: {
    first_frame: 1,
    last_frame: 1,
    reference_image: 9,
    reference_video: 3,
    reference_audio: 3,
  },
  mostReferences: 12,
  conditions: [framesOrReferences('Seedance', 'references'), soundNeedsPicture],
} as const;
/** Limits of Seedance 2.5 and 2.5 Flash. */
const latest = {
  durationsSeconds: everySecond(4, 30),
  framesDecideShape: true,
  conditions: [framesOrReferences('Seedance', 'references')],
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
      // No page with the price of 4K was found: that of 1080p, which Seedance 2.0 has the dearer of the two.
      rate: { '480p': 10.7, '720p': 10.7, '1080p': 11.7, '2160p': 11.7 },
      rateWithVideos: { '480p': 6.5, '720p': 6.5, '1080p': 7, '2160p': 7 },
      priced: withReseller,
    },
    {
      ...latest,
      // "4K at the same id" since 2026-11-13, as the maker's nodes for ComfyUI offer it.
      resolutions: ['480p', '720p', '1080p', '2160p'],
      references: {
        first_frame: 1,
        last_frame: 1,
        reference_image: 30,
        reference_video: 10,
        reference_audio: 10,
      },
      mostReferences: 50,
    },
  ),
  seedance(
    {
      id: 'seedance-2.5-flash',
      displayName: 'Seedance 2.5 Flash',
      description: 'Low-cost variant of Seedance 2.5.',
      international: 'dreamina-seedance-2-5-flash-261115',
      rate: 3.7,
      priced: {
        source:
          'https://docs.venice.ai/models/seedance-2-5-flash, whose prices are a third of those for Seedance 2.5',
        read: '2026-12-01',
      },
    },
    {
      ...latest,
      source: 'https://wavespeed.ai/seedance-2-5-flash, and byteplus-sa/ComfyUI-BytePlus-ModelArk',
      read: '2026-12-01',
      resolutions: ['480p', '720p'],
      references: {
        first_frame: 1,
        last_frame: 1,
        reference_image: 10,
        reference_video: 5,
        reference_audio: 5,
      },
      mostReferences: 20,
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
      rateWithVideos: { '480p': 4.3, '720p': 4.3, '1080p': 4.7, '2160p': 4 },
      priced: withReseller,
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
export const arkFamilies: readonly OfferedFamily[] = generations.flatMap(
  ({ families }) => families,
);
