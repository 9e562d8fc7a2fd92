import type { GenerationRequest } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { fal } from '../../../src/fal/index.ts';
import { sampleReference, sampleRequest, sampleRoute } from '../../support/sample-request.ts';

const first = sampleReference('first_frame');
const last = sampleReference('last_frame');
const image = sampleReference('reference_image');
const veo = 'fal-ai/veo3.1';
const seedance = 'bytedance/seedance-2.0/text-to-video';
const seedanceOfImages = 'bytedance/seedance-2.0/image-to-video';
const kling = 'fal-ai/kling-video/v3/standard/text-to-video';
const klingOfImages = 'fal-ai/kling-video/v3/pro/image-to-video';
const four = { durationSeconds: 4 };
const full = { resolution: '1080p' } as const;

type Case = readonly [model: string, given: Partial<GenerationRequest>, parameter: string | null];

const cases: readonly Case[] = [
  [veo, { ...four, ...full, generateAudio: true }, null],
  [veo, { durationSeconds: 8, aspectRatio: '9:16', resolution: '2160p' }, null],
  [veo, { durationSeconds: 5 }, 'durationSeconds'],
  [veo, { ...four, aspectRatio: '1:1' }, 'aspectRatio'],
  [veo, { ...four, resolution: '480p' }, 'resolution'],
  [veo, { ...four, prompt: 'x'.repeat(20_000) }, null],
  [veo, { ...four, references: [first] }, 'references'],
  [veo, { ...four, negativePrompt: 'rain' }, 'negativePrompt'],
  [veo, { mediaType: 'image', durationSeconds: null }, 'mediaType'],
  [seedance, { durationSeconds: 15, aspectRatio: '21:9', resolution: '480p' }, null],
  [seedance, { durationSeconds: 3 }, 'durationSeconds'],
  [seedance, full, 'resolution'],
  [seedance, { references: [first] }, 'references'],
  [seedanceOfImages, { ...full, references: [first] }, null],
  [seedanceOfImages, { references: [last, first] }, null],
  [seedanceOfImages, {}, 'references'],
  [seedanceOfImages, { references: [last] }, 'references'],
  [seedanceOfImages, { references: [image] }, 'references'],
  [seedanceOfImages, { references: [{ ...first, size: 10_000_000 }] }, null],
  [seedanceOfImages, { references: [{ ...first, size: 10_000_001 }] }, 'references'],
  [seedanceOfImages, { references: [{ ...first, contentType: 'image/webp' }] }, null],
  [seedanceOfImages, { references: [{ ...first, contentType: 'image/gif' }] }, 'references'],
  [kling, { durationSeconds: 3, aspectRatio: '1:1', generateAudio: true }, null],
  [kling, { durationSeconds: 16 }, 'durationSeconds'],
  [kling, { aspectRatio: '4:3' }, 'aspectRatio'],
  [kling, full, 'resolution'],
  [klingOfImages, { ...full, references: [first, last] }, null],
  [klingOfImages, full, 'references'],
  [klingOfImages, { references: [first] }, 'resolution'],
  ['maker/new', { durationSeconds: 60, references: [first, last, image] }, null],
  ['maker/line/v1/fast/text/to-video', {}, null],
  ['workflows/me/mine', {}, null],
  ['maker/new', { references: [sampleReference('reference_video')] }, 'references'],
  ['new', {}, 'model'],
  ['a/b/c/d/e/f/g', {}, 'model'],
  ['maker/..', {}, 'model'],
  ['../new', {}, 'model'],
  ['maker/./new', {}, 'model'],
  ['maker//new', {}, 'model'],
  ['/maker/new', {}, 'model'],
  ['maker/new/', {}, 'model'],
  ['maker/new?fal_webhook=https://x', {}, 'model'],
  ['maker/new#x', {}, 'model'],
  ['maker/new%2F..', {}, 'model'],
  ['maker/new model', {}, 'model'],
];

describe('the requests fal accepts', () => {
  const { accepts } = fal.describe({});

  it.each(cases)(
    '[providers.fal.accepts][providers.port.model-names] %s with %j: %s',
    (model, given, parameter) => {
      const said = accepts(sampleRoute({ model }), sampleRequest(given));
      expect(said.kind === 'accepted' ? null : said.parameter).toBe(parameter);
    },
  );

  it('[providers.fal.accepts] any pixels are right, because no page names them', () => {
    const said = accepts(sampleRoute({ model: seedance }), sampleRequest());
    expect(said).toEqual({ kind: 'accepted', size: 'as-made' });
  });
});
