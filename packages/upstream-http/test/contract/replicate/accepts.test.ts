import type { GenerationRequest } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { replicate } from '../../../src/replicate/index.ts';
import { sampleReference, sampleRequest, sampleRoute } from '../../support/sample-request.ts';

const first = sampleReference('first_frame');
const last = sampleReference('last_frame');
const image = sampleReference('reference_image');
const [veo, fast] = ['google/veo-3.1', 'google/veo-3.1-fast'];
const [seedance, kling] = ['bytedance/seedance-2.0', 'kwaivgi/kling-v2.6'];
const four = { durationSeconds: 4 };
const eight = { durationSeconds: 8 };
const full = { resolution: '1080p' } as const;

type Case = readonly [model: string, given: Partial<GenerationRequest>, parameter: string | null];

const cases: readonly Case[] = [
  [veo, { ...four, ...full, generateAudio: true }, null],
  [veo, { durationSeconds: 6, aspectRatio: '9:16' }, null],
  [veo, { durationSeconds: 5 }, 'durationSeconds'],
  [veo, { ...four, aspectRatio: '1:1' }, 'aspectRatio'],
  [veo, { ...four, resolution: '2160p' }, 'resolution'],
  [veo, { ...four, prompt: 'x'.repeat(20_000) }, null],
  [veo, { ...four, references: [first, last] }, null],
  [veo, { ...four, references: [last] }, 'references'],
  [veo, { ...eight, references: [image, image, image] }, null],
  [veo, { ...eight, references: [image, image, image, image] }, 'references'],
  [veo, { ...four, references: [image] }, 'durationSeconds'],
  [veo, { ...eight, aspectRatio: '9:16', references: [image] }, 'aspectRatio'],
  [veo, { ...eight, references: [first, image] }, 'references'],
  [veo, { ...four, references: [{ ...first, size: 100_000_000 }] }, null],
  [veo, { ...four, references: [{ ...first, size: 100_000_001 }] }, 'references'],
  [veo, { ...four, references: [first, last].map((one) => ({ ...one, size: 5_000_001 })) }, null],
  [
    seedance,
    { references: Array.from({ length: 11 }, () => ({ ...image, size: 1_000_000 })) },
    'references',
  ],
  [veo, { ...four, references: [{ ...first, contentType: 'image/webp' }] }, null],
  [veo, { ...four, references: [{ ...first, contentType: 'image/gif' }] }, 'references'],
  [veo, { ...four, negativePrompt: 'rain' }, 'negativePrompt'],
  [veo, { mediaType: 'image', durationSeconds: null }, 'mediaType'],
  [fast, { ...four, ...full, references: [first, last] }, null],
  [fast, { ...eight, references: [image] }, 'references'],
  [seedance, { durationSeconds: 15, aspectRatio: '21:9', resolution: '480p' }, null],
  [seedance, { durationSeconds: 3 }, 'durationSeconds'],
  [seedance, { durationSeconds: 16 }, 'durationSeconds'],
  [
    seedance,
    { prompt: 'x'.repeat(4_000), references: Array.from({ length: 9 }, () => image) },
    null,
  ],
  [seedance, { prompt: 'x'.repeat(4_001) }, 'prompt'],
  [seedance, { references: [first, image] }, 'references'],
  [kling, { ...full, durationSeconds: 10, aspectRatio: '1:1', generateAudio: true }, null],
  [kling, { ...full, references: [first] }, null],
  [kling, { ...full, references: [first, last] }, 'references'],
  [kling, { resolution: '720p' }, 'resolution'],
  [kling, { ...full, durationSeconds: 7 }, 'durationSeconds'],
  ['maker/new', { durationSeconds: 60, references: [first, last, image] }, null],
  ['maker/new', { references: [sampleReference('reference_video')] }, 'references'],
  ['new', {}, 'model'],
  ['maker/line/new', {}, 'model'],
  ['maker/..', {}, 'model'],
  ['../new', {}, 'model'],
  ['maker/.', {}, 'model'],
  ['maker//new', {}, 'model'],
  ['/new', {}, 'model'],
  ['maker/', {}, 'model'],
  ['maker/new?x=1', {}, 'model'],
  ['maker/new#x', {}, 'model'],
  ['maker/new%2F..', {}, 'model'],
  ['maker/new model', {}, 'model'],
  ['maker/new:5c7d5dc6', {}, 'model'],
];

describe('the requests Replicate accepts', () => {
  const { accepts } = replicate.describe({});

  it.each(cases)(
    '[providers.replicate.accepts][providers.port.model-names] %s with %j: %s',
    (model, given, parameter) => {
      const said = accepts(sampleRoute({ model }), sampleRequest(given));
      expect(said.kind === 'accepted' ? null : said.parameter).toBe(parameter);
    },
  );

  it.each([
    [seedance, { resolution: '480p' }, { width: 864, height: 496 }],
    [seedance, { resolution: '720p', aspectRatio: '3:4' }, { width: 834, height: 1112 }],
    [seedance, full, 'as-made'],
    [seedance, { references: [first] }, 'as-made'],
    [veo, eight, 'as-made'],
    [kling, full, 'as-made'],
    ['maker/new', {}, 'as-made'],
  ] as const)(
    '[providers.replicate.pixels] %s with %j is expected in the pixels %j',
    (model, given, size) => {
      const said = accepts(sampleRoute({ model }), sampleRequest(given));
      expect(said).toEqual({ kind: 'accepted', size });
    },
  );
});
