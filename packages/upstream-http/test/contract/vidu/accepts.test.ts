import type { GenerationRequest } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { vidu } from '../../../src/vidu/index.ts';
import { sampleReference, sampleRequest, sampleRoute } from '../../support/sample-request.ts';

const first = sampleReference('first_frame');
const last = sampleReference('last_frame');
const image = sampleReference('reference_image');
const images = (count: number) => Array.from({ length: count }, () => image);
const [pro, turbo, q3] = ['viduq3-pro', 'viduq3-turbo', 'viduq3'];
const sized = (width: number, height: number) => ({ ...first, pixels: { width, height } });

type Case = readonly [model: string, given: Partial<GenerationRequest>, parameter: string | null];

const cases: readonly Case[] = [
  [pro, { durationSeconds: 1, aspectRatio: '4:3', resolution: '540p' }, null],
  [pro, { durationSeconds: 16, resolution: '1080p', generateAudio: true }, null],
  [pro, { durationSeconds: 17 }, 'durationSeconds'],
  [pro, { resolution: '360p' }, 'resolution'],
  [pro, { aspectRatio: '21:9' }, 'aspectRatio'],
  [pro, { prompt: 'x'.repeat(5_000) }, null],
  [pro, { prompt: 'x'.repeat(5_001) }, 'prompt'],
  [pro, { negativePrompt: 'rain' }, 'negativePrompt'],
  [turbo, { references: [first] }, null],
  [turbo, { references: [first, last] }, null],
  [turbo, { references: [last] }, 'references'],
  [turbo, { references: [image] }, 'references'],
  [q3, { references: images(7) }, null],
  [q3, { references: images(8) }, 'references'],
  [q3, {}, 'references'],
  [q3, { references: [first] }, 'references'],
  [q3, { references: [image], durationSeconds: 2 }, 'durationSeconds'],
  [q3, { references: [image], aspectRatio: '4:3' }, 'aspectRatio'],
  [turbo, { references: [{ ...first, contentType: 'image/gif' }] }, 'references'],
  [turbo, { references: [{ ...first, contentType: 'image/webp' }] }, null],
  [turbo, { references: [{ ...first, size: 14_000_001 }] }, 'references'],
  [turbo, { references: [first, last].map((one) => ({ ...one, size: 8_000_000 })) }, 'references'],
  [turbo, { references: [sized(128, 512)] }, null],
  [turbo, { references: [sized(127, 500)] }, 'references'],
  [turbo, { references: [sized(128, 513)] }, 'references'],
  ['brand-new', { durationSeconds: 60, references: [first] }, null],
  ['brand-new', { references: [image, image] }, null],
  // No call of Vidu's takes both.
  ['brand-new', { references: [first, image] }, 'references'],
  ['brand/new', {}, 'model'],
];

describe('the requests Vidu accepts', () => {
  const { accepts } = vidu.describe({});

  it.each(cases)('[providers.vidu.accepts] %s with %j: %s', (model, given, parameter) => {
    const said = accepts(sampleRoute({ model }), sampleRequest(given));
    expect(said.kind === 'accepted' ? null : said.parameter).toBe(parameter);
  });

  it('[providers.vidu.accepts] all images of a request fit into 20 MB, beside the longest prompt', () => {
    expect(4 * Math.ceil(14_000_000 / 3) + 6 * 5_000).toBeLessThan(20_000_000);
  });

  it('[providers.vidu.pixels] a video has the pixels with which it was made', () => {
    const said = accepts(sampleRoute({ model: pro }), sampleRequest({}));
    expect(said).toEqual({ kind: 'accepted', size: 'as-made' });
  });
});
