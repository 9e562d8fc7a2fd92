import type { GenerationRequest } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { luma } from '../../../src/luma/index.ts';
import { sampleReference, sampleRequest, sampleRoute } from '../../support/sample-request.ts';

const first = sampleReference('first_frame');
const last = sampleReference('last_frame');
const ray = 'ray-3.2';

type Case = readonly [model: string, given: Partial<GenerationRequest>, parameter: string | null];

const cases: readonly Case[] = [
  [ray, { durationSeconds: 5, resolution: '360p', aspectRatio: '21:9' }, null],
  [ray, { durationSeconds: 10, resolution: '1080p', aspectRatio: '3:4' }, null],
  [ray, { durationSeconds: 9 }, 'durationSeconds'],
  [ray, { durationSeconds: 15 }, 'durationSeconds'],
  [ray, { aspectRatio: '3:2' }, 'aspectRatio'],
  [ray, { resolution: '480p' }, 'resolution'],
  [ray, { resolution: '2160p' }, 'resolution'],
  [ray, { generateAudio: true }, 'generateAudio'],
  [ray, { prompt: 'x'.repeat(6_000) }, null],
  [ray, { prompt: 'x'.repeat(6_001) }, 'prompt'],
  [ray, { references: [first], resolution: '1080p' }, null],
  [ray, { references: [first, last] }, null],
  [ray, { references: [last] }, 'references'],
  [ray, { references: [first, first] }, 'references'],
  [ray, { references: [first], durationSeconds: 10 }, 'durationSeconds'],
  [ray, { references: [first, last], durationSeconds: 10 }, 'durationSeconds'],
  [ray, { references: [sampleReference('reference_image')] }, 'references'],
  [ray, { references: [sampleReference('reference_video')] }, 'references'],
  [ray, { references: [{ ...first, contentType: 'image/webp' }] }, null],
  [ray, { references: [{ ...first, contentType: 'image/gif' }] }, 'references'],
  [ray, { references: [{ ...first, size: 20_000_000 }] }, null],
  [ray, { references: [{ ...first, size: 20_000_001 }] }, 'references'],
  [ray, { negativePrompt: 'rain' }, 'negativePrompt'],
  [ray, { mediaType: 'image', durationSeconds: null }, 'mediaType'],
  ['brand-new', { durationSeconds: 20, resolution: '2160p', references: [first] }, null],
  ['brand/new', {}, 'model'],
];

describe('the requests Luma accepts', () => {
  const { accepts } = luma.describe({});

  it.each(cases)('[providers.luma.accepts] %s with %j: %s', (model, given, parameter) => {
    const said = accepts(sampleRoute({ model }), sampleRequest(given));
    expect(said.kind === 'accepted' ? null : said.parameter).toBe(parameter);
  });

  it('[providers.luma.accepts] expects no pixels, since no page names any', () => {
    const said = accepts(sampleRoute({ model: ray }), sampleRequest());
    expect(said).toEqual({ kind: 'accepted', size: 'as-made' });
  });
});
