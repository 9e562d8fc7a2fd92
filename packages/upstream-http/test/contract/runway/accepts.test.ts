import type { GenerationRequest } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { runway } from '../../../src/runway/index.ts';
import { sampleReference, sampleRequest, sampleRoute } from '../../support/sample-request.ts';

const first = sampleReference('first_frame');
const last = sampleReference('last_frame');
const image = sampleReference('reference_image');
const images = (count: number) => Array.from({ length: count }, () => image);
const [gen, turbo, veo, seedance] = ['gen4.5', 'gen4_turbo', 'veo3.1', 'seedance2'];

type Case = readonly [model: string, given: Partial<GenerationRequest>, parameter: string | null];

const cases: readonly Case[] = [
  [gen, { durationSeconds: 2 }, null],
  [gen, { durationSeconds: 10, aspectRatio: '9:16' }, null],
  [gen, { durationSeconds: 11 }, 'durationSeconds'],
  [gen, { durationSeconds: 1 }, 'durationSeconds'],
  [gen, { aspectRatio: '4:3' }, 'aspectRatio'],
  [gen, { aspectRatio: '4:3', references: [first] }, null],
  [gen, { aspectRatio: '21:9', references: [first] }, null],
  [gen, { aspectRatio: '3:2', references: [first] }, 'aspectRatio'],
  [gen, { resolution: '1080p' }, 'resolution'],
  [gen, { generateAudio: true }, 'generateAudio'],
  [gen, { prompt: 'x'.repeat(1_000) }, null],
  [gen, { prompt: 'x'.repeat(1_001) }, 'prompt'],
  [gen, { references: [first, last] }, 'references'],
  [gen, { references: [image] }, 'references'],
  [turbo, {}, 'references'],
  [turbo, { references: [first], aspectRatio: '1:1' }, null],
  [veo, { durationSeconds: 4, resolution: '1080p', generateAudio: true }, null],
  [veo, { durationSeconds: 5 }, 'durationSeconds'],
  [veo, { durationSeconds: 8, aspectRatio: '1:1' }, 'aspectRatio'],
  [veo, { durationSeconds: 8, references: [first, last] }, null],
  [veo, { durationSeconds: 8, references: [last] }, 'references'],
  [veo, { durationSeconds: 8, references: [image] }, 'references'],
  [veo, { durationSeconds: 8, negativePrompt: 'rain' }, 'negativePrompt'],
  [seedance, { durationSeconds: 15, resolution: '2160p', aspectRatio: '21:9' }, null],
  [seedance, { durationSeconds: 3 }, 'durationSeconds'],
  [seedance, { prompt: 'x'.repeat(3_500), references: [first, last] }, null],
  [seedance, { prompt: 'x'.repeat(3_501) }, 'prompt'],
  [seedance, { references: images(9) }, null],
  [seedance, { references: images(10) }, 'references'],
  [seedance, { references: [first, image] }, 'references'],
  [seedance, { references: [sampleReference('reference_video')] }, 'references'],
  [seedance, { references: [sampleReference('reference_audio')] }, 'references'],
  ['seedance2_fast', { resolution: '1080p' }, 'resolution'],
  [gen, { references: [{ ...first, contentType: 'image/gif' }] }, 'references'],
  [gen, { references: [{ ...first, contentType: 'image/webp' }] }, null],
  [gen, { references: [{ ...first, size: 3_900_000 }] }, null],
  [gen, { references: [{ ...first, size: 3_900_001 }] }, 'references'],
  [
    seedance,
    { references: [first, last].map((one) => ({ ...one, size: 3_600_000 })) },
    'references',
  ],
  [gen, { mediaType: 'image', durationSeconds: null }, 'mediaType'],
  ['brand-new', { durationSeconds: 60, generateAudio: true, references: [first, image] }, null],
  ['brand-new', { aspectRatio: '3:2' }, 'aspectRatio'],
  ['brand-new', { resolution: '360p' }, 'aspectRatio'],
  ['brand/new', {}, 'model'],
];

describe('the requests Runway accepts', () => {
  const { accepts } = runway.describe({});

  it.each(cases)('[providers.runway.accepts] %s with %j: %s', (model, given, parameter) => {
    const said = accepts(sampleRoute({ model }), sampleRequest(given));
    expect(said.kind === 'accepted' ? null : said.parameter).toBe(parameter);
  });

  it('[providers.runway.accepts] an image that is accepted is sent as less than 5 MiB', () => {
    const head = 'data:image/jpeg;base64,'.length;
    expect(head + 4 * Math.ceil(3_900_000 / 3)).toBeLessThan(5 * 1_024 * 1_024);
  });

  it.each([
    [gen, '720p', '16:9', { width: 1280, height: 720 }],
    [gen, '720p', '21:9', { width: 1584, height: 672 }],
    [veo, '1080p', '9:16', { width: 1080, height: 1920 }],
    [seedance, '480p', '16:9', { width: 864, height: 496 }],
    [seedance, '2160p', '4:3', { width: 3840, height: 2880 }],
    ['brand-new', '720p', '3:4', { width: 834, height: 1112 }],
  ] as const)(
    '[providers.runway.pixels] %s at %s in %s is made as %j',
    (model, resolution, aspectRatio, size) => {
      const given = { resolution, aspectRatio, durationSeconds: 4, references: [first] };
      const said = accepts(sampleRoute({ model }), sampleRequest(given));
      expect(said).toEqual({ kind: 'accepted', size });
    },
  );
});
