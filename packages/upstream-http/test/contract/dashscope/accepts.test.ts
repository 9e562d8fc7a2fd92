import type { GenerationRequest } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { dashscope } from '../../../src/dashscope/index.ts';
import { sampleReference, sampleRequest, sampleRoute } from '../../support/sample-request.ts';

const first = sampleReference('first_frame');
const last = sampleReference('last_frame');
const image = sampleReference('reference_image');
const images = (count: number) => Array.from({ length: count }, () => image);
const sized = (width: number, height: number) => ({ ...first, pixels: { width, height } });
const [wan3, prime, wan27] = ['wan3.0-video', 'wan3.0-video-prime', 'wan2.7-t2v'];

type Case = readonly [model: string, given: Partial<GenerationRequest>, parameter: string | null];

const cases: readonly Case[] = [
  [wan3, { durationSeconds: 2, resolution: '480p' }, null],
  [wan3, { durationSeconds: 30, resolution: '1080p', aspectRatio: '9:16' }, null],
  [wan3, { durationSeconds: 1 }, 'durationSeconds'],
  [wan3, { durationSeconds: 31 }, 'durationSeconds'],
  [wan3, { resolution: '2160p' }, 'resolution'],
  [wan3, { aspectRatio: '21:9' }, 'aspectRatio'],
  [wan3, { generateAudio: false }, null],
  [wan3, { prompt: 'x'.repeat(20_000) }, null],
  [wan3, { prompt: 'x'.repeat(20_001) }, 'prompt'],
  [wan3, { negativePrompt: 'rain' }, 'negativePrompt'],
  [wan3, { references: [first, last] }, null],
  [wan3, { references: [last] }, 'references'],
  [wan3, { references: [first, image] }, 'references'],
  [wan3, { references: images(10) }, null],
  [wan3, { references: images(11) }, 'references'],
  [wan3, { references: [sampleReference('reference_video')] }, 'references'],
  [wan3, { references: [{ ...first, contentType: 'image/gif' }] }, 'references'],
  [wan3, { references: [{ ...first, size: 20_000_001 }] }, 'references'],
  [wan3, { references: images(3).map((one) => ({ ...one, size: 14_000_000 })) }, 'references'],
  [wan3, { references: [sized(240, 1_920)] }, null],
  [wan3, { references: [sized(239, 1_000)] }, 'references'],
  [wan3, { references: [sized(8_001, 4_000)] }, 'references'],
  [wan3, { references: [sized(240, 1_921)] }, 'references'],
  [prime, { durationSeconds: 30, references: [first] }, null],
  [wan27, { durationSeconds: 15, resolution: '1080p' }, null],
  [wan27, { durationSeconds: 16 }, 'durationSeconds'],
  [wan27, { resolution: '480p' }, 'resolution'],
  [wan27, { generateAudio: false }, 'generateAudio'],
  [wan27, { prompt: 'x'.repeat(5_001) }, 'prompt'],
  [wan27, { references: [first] }, 'references'],
  ['brand-new', { durationSeconds: 60, references: [first, image] }, null],
  ['brand/new', {}, 'model'],
];

describe('the requests DashScope accepts', () => {
  const { accepts } = dashscope.describe({});

  it.each(cases)('[providers.dashscope.accepts] %s with %j: %s', (model, given, parameter) => {
    const request = sampleRequest({ generateAudio: true, ...given });
    const said = accepts(sampleRoute({ model }), request);
    expect(said.kind === 'accepted' ? null : said.parameter).toBe(parameter);
  });

  it('[providers.dashscope.accepts] a video has the pixels with which it was made', () => {
    const request = sampleRequest({ resolution: '720p' });
    const said = accepts(sampleRoute({ model: wan3 }), request);
    expect(said).toEqual({ kind: 'accepted', size: 'as-made' });
  });
});
