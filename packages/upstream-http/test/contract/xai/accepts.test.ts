import type { GenerationRequest } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { xai } from '../../../src/xai/index.ts';
import { sampleReference, sampleRequest, sampleRoute } from '../../support/sample-request.ts';

const first = sampleReference('first_frame');
const last = sampleReference('last_frame');
const image = sampleReference('reference_image');
const images = (count: number) => Array.from({ length: count }, () => image);
const [present, lite, classic] = [
  'grok-imagine-video-1.5',
  'grok-imagine-video-1.5-lite',
  'grok-imagine-video',
];

type Case = readonly [model: string, given: Partial<GenerationRequest>, parameter: string | null];

const cases: readonly Case[] = [
  [present, { durationSeconds: 1, resolution: '1080p', generateAudio: true }, null],
  [present, { durationSeconds: 15, resolution: '480p', aspectRatio: '2:3' }, null],
  [present, { durationSeconds: 16 }, 'durationSeconds'],
  [present, { aspectRatio: '21:9' }, 'aspectRatio'],
  [present, { resolution: '2160p' }, 'resolution'],
  [present, { prompt: 'x'.repeat(4_096) }, null],
  [present, { prompt: 'x'.repeat(4_097) }, 'prompt'],
  [present, { references: [first], resolution: '1080p' }, null],
  [present, { references: [first, last] }, null],
  [present, { references: [first, last], resolution: '1080p' }, 'resolution'],
  [present, { references: [last] }, 'references'],
  [present, { references: images(7), durationSeconds: 10 }, null],
  [present, { references: images(8) }, 'references'],
  [present, { references: images(1), durationSeconds: 11 }, 'durationSeconds'],
  [present, { references: images(1), resolution: '1080p' }, 'resolution'],
  [present, { references: [first, ...images(6)] }, null],
  [present, { references: [first, last, ...images(6)] }, 'references'],
  [present, { references: [sampleReference('reference_video')] }, 'references'],
  [present, { references: [sampleReference('reference_audio')] }, 'references'],
  [present, { references: [{ ...first, contentType: 'image/webp' }] }, 'references'],
  [present, { references: [{ ...first, size: 20_000_000 }] }, null],
  [present, { references: [{ ...first, size: 20_000_001 }] }, 'references'],
  [
    present,
    { references: [first, last].map((one) => ({ ...one, size: 11_000_000 })) },
    'references',
  ],
  [present, { negativePrompt: 'rain' }, 'negativePrompt'],
  [present, { mediaType: 'image', durationSeconds: null }, 'mediaType'],
  [lite, { references: [first] }, null],
  [lite, { references: [first, last] }, 'references'],
  [lite, { references: [image] }, 'references'],
  [lite, { resolution: '1080p' }, 'resolution'],
  [classic, { references: [first], durationSeconds: 15 }, null],
  [classic, { references: [first, last] }, 'references'],
  [classic, { references: [first, image] }, 'references'],
  [classic, { references: images(7), durationSeconds: 10 }, null],
  [classic, { references: images(1), durationSeconds: 11 }, 'durationSeconds'],
  [classic, { resolution: '1080p' }, 'resolution'],
  ['brand-new', { durationSeconds: 60, resolution: '2160p', references: [first, image] }, null],
  ['brand/new', {}, 'model'],
];

describe('the requests xAI accepts', () => {
  const { accepts } = xai.describe({});

  it.each(cases)('[providers.xai.accepts] %s with %j: %s', (model, given, parameter) => {
    const said = accepts(sampleRoute({ model }), sampleRequest(given));
    expect(said.kind === 'accepted' ? null : said.parameter).toBe(parameter);
  });

  it('[providers.xai.accepts] expects no pixels, since no page names any', () => {
    const said = accepts(sampleRoute({ model: present }), sampleRequest());
    expect(said).toEqual({ kind: 'accepted', size: 'as-made' });
  });
});
