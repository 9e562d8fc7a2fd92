import type { GenerationRequest } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { ark } from '../../../src/ark/index.ts';
import { sampleReference, sampleRequest, sampleRoute } from '../../support/sample-request.ts';
const first = sampleReference('first_frame');
const last = sampleReference('last_frame');
const image = sampleReference('reference_image');
const video = sampleReference('reference_video');
const sound = sampleReference('reference_audio');
const seedance25 = 'doubao-seedance-2-5-260628';
const seedance20 = 'doubao-seedance-2-0-260128';
const flash = 'dreamina-seedance-2-5-flash-261115';
const fast = 'dreamina-seedance-2-0-fast-260128';
const pro10 = 'seedance-1-0-pro-250528';
const fast10 = 'seedance-1-0-pro-fast-251015';

type Case = readonly [model: string, given: Partial<GenerationRequest>, parameter: string | null];

const cases: readonly Case[] = [
  [seedance25, { durationSeconds: 30, resolution: '1080p', aspectRatio: '21:9' }, null],
  [seedance25, { durationSeconds: 31 }, 'durationSeconds'],
  [seedance25, { durationSeconds: 3 }, 'durationSeconds'],
  [seedance25, { references: Array.from({ length: 30 }, () => image) }, null],
  [seedance25, { references: Array.from({ length: 31 }, () => image) }, 'references'],
  [seedance25, { references: [sound] }, null],
  [seedance20, { references: [sound] }, 'references'],
  [seedance20, { references: [image, sound] }, null],
  [seedance20, { references: [first, image] }, 'references'],
  [seedance20, { references: [first, last] }, null],
  [seedance20, { references: [last] }, 'references'],
  [seedance20, { references: Array.from({ length: 10 }, () => image) }, 'references'],
  [seedance25, { resolution: '2160p' }, null],
  [seedance25, { references: Array.from({ length: 10 }, () => video) }, null],
  [seedance25, { references: Array.from({ length: 11 }, () => video) }, 'references'],
  [flash, { resolution: '1080p' }, 'resolution'],
  [flash, { references: Array.from({ length: 5 }, () => video) }, null],
  [seedance20, { references: [video, sound] }, null],
  [seedance20, { references: [first, video] }, 'references'],
  [seedance20, { references: [{ ...video, size: 49_999_999 }, video, video] }, null],
  [seedance20, { references: [{ ...video, size: 50_000_000 }] }, 'references'],
  [seedance20, { references: [{ ...video, contentType: 'video/webm' }] }, 'references'],
  [seedance20, { references: [{ ...image, contentType: 'image/svg+xml' }] }, 'references'],
  [seedance20, { references: [{ ...image, pixels: { width: 300, height: 300 } }] }, null],
  [seedance20, { references: [{ ...image, pixels: { width: 299, height: 300 } }] }, 'references'],
  [seedance20, { references: [{ ...image, pixels: { width: 6001, height: 6000 } }] }, 'references'],
  [seedance20, { references: [{ ...image, pixels: { width: 1001, height: 400 } }] }, 'references'],
  [seedance20, { references: [{ ...image, size: 29_999_999 }] }, null],
  [seedance20, { references: [{ ...image, size: 30_000_000 }] }, 'references'],
  [
    seedance20,
    { references: [image, image].map((one) => ({ ...one, size: 24_000_000 })) },
    'references',
  ],
  [seedance20, { references: [image, { ...image, role: 'reference_audio' }] }, 'references'],
  [seedance20, { durationSeconds: 16 }, 'durationSeconds'],
  [seedance20, { negativePrompt: 'rain' }, 'negativePrompt'],
  [seedance20, { mediaType: 'image', durationSeconds: null }, 'mediaType'],
  [fast, { resolution: '1080p' }, 'resolution'],
  [pro10, { durationSeconds: 2 }, null],
  [pro10, { generateAudio: true }, 'generateAudio'],
  [pro10, { references: [image] }, 'references'],
  [fast10, { references: [first, last] }, 'references'],
  ['ep-1', { durationSeconds: 99, generateAudio: true }, null],
  ['ep/1', {}, 'model'],
];

describe('the requests ModelArk accepts', () => {
  const { accepts } = ark.describe({});

  it.each(cases)('[providers.ark.accepts] %s with %j: %s', (model, given, parameter) => {
    const said = accepts(sampleRoute({ model }), sampleRequest(given));
    expect(said.kind === 'accepted' ? null : said.parameter).toBe(parameter);
  });
});
