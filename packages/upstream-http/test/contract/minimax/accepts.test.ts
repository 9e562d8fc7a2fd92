import type { GenerationRequest } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { minimax } from '../../../src/minimax/index.ts';
import { sampleReference, sampleRequest, sampleRoute } from '../../support/sample-request.ts';

const first = sampleReference('first_frame');
const last = sampleReference('last_frame');
const image = sampleReference('reference_image');
const images = (count: number) => Array.from({ length: count }, () => image);
const [h3, max] = ['MiniMax-H3', 'MiniMax-H3-Max'];
const sized = (width: number, height: number) => ({ ...first, pixels: { width, height } });

type Case = readonly [model: string, given: Partial<GenerationRequest>, parameter: string | null];

const cases: readonly Case[] = [
  [h3, { durationSeconds: 4 }, null],
  [h3, { durationSeconds: 15, resolution: '1440p', aspectRatio: '21:9' }, null],
  [h3, { durationSeconds: 3 }, 'durationSeconds'],
  [h3, { durationSeconds: 16 }, 'durationSeconds'],
  [h3, { resolution: '480p' }, 'resolution'],
  [h3, { resolution: '720p' }, 'resolution'],
  [h3, { aspectRatio: '3:2' }, 'aspectRatio'],
  [h3, { generateAudio: false }, 'generateAudio'],
  [h3, { prompt: 'x'.repeat(7_000) }, null],
  [h3, { prompt: 'x'.repeat(7_001) }, 'prompt'],
  [h3, { references: [first, last] }, null],
  [h3, { references: [last] }, 'references'],
  [h3, { references: [first, first] }, 'references'],
  [h3, { references: images(9) }, null],
  [h3, { references: images(10) }, 'references'],
  [h3, { references: [first, image] }, 'references'],
  [h3, { references: [image, sampleReference('reference_video')] }, 'references'],
  [h3, { references: [image, sampleReference('reference_audio')] }, 'references'],
  [h3, { negativePrompt: 'rain' }, 'negativePrompt'],
  [max, { durationSeconds: 5, resolution: '480p' }, null],
  [max, { durationSeconds: 4 }, 'durationSeconds'],
  [max, { resolution: '1440p' }, 'resolution'],
  [max, { references: [first, last] }, null],
  [max, { references: [image] }, 'references'],
  [h3, { references: [{ ...first, contentType: 'image/gif' }] }, 'references'],
  [h3, { references: [{ ...first, contentType: 'image/webp' }] }, null],
  [h3, { references: [{ ...first, size: 30_000_000 }] }, null],
  [h3, { references: [{ ...first, size: 30_000_001 }] }, 'references'],
  [h3, { references: images(2).map((one) => ({ ...one, size: 24_000_000 })) }, 'references'],
  [h3, { references: [sized(256, 640)] }, null],
  [h3, { references: [sized(255, 600)] }, 'references'],
  [h3, { references: [sized(256, 641)] }, 'references'],
  [h3, { references: [sized(5_761, 4_000)] }, 'references'],
  [h3, { mediaType: 'image', durationSeconds: null }, 'mediaType'],
  ['brand-new', { durationSeconds: 60, generateAudio: false, references: [first, image] }, null],
  ['brand/new', {}, 'model'],
];

describe('the requests MiniMax accepts', () => {
  const { accepts } = minimax.describe({});

  it.each(cases)('[providers.minimax.accepts] %s with %j: %s', (model, given, parameter) => {
    const request = sampleRequest({ resolution: '768p', generateAudio: true, ...given });
    const said = accepts(sampleRoute({ model }), request);
    expect(said.kind === 'accepted' ? null : said.parameter).toBe(parameter);
  });

  it('[providers.minimax.accepts] all images of a request fit into 64 MB', () => {
    expect(4 * Math.ceil(47_000_000 / 3)).toBeLessThan(64_000_000);
  });

  it('[providers.minimax.pixels] a video has the pixels with which it was made', () => {
    for (const references of [[], [first]]) {
      const request = sampleRequest({ resolution: '1440p', generateAudio: true, references });
      const said = accepts(sampleRoute({ model: h3 }), request);
      expect(said).toEqual({ kind: 'accepted', size: 'as-made' });
    }
  });
});
