import type { GenerationRequest } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { kling } from '../../../src/kling/index.ts';
import { sampleReference, sampleRequest, sampleRoute } from '../../support/sample-request.ts';
const first = sampleReference('first_frame');
const last = sampleReference('last_frame');
const image = sampleReference('reference_image');
const sound = { generateAudio: true } as const;

type Case = readonly [model: string, given: Partial<GenerationRequest>, parameter: string | null];

const cases: readonly Case[] = [
  ['kling-3.0', { durationSeconds: 3 }, null],
  ['kling-3.0', { durationSeconds: 15 }, null],
  ['kling-3.0', { durationSeconds: 2 }, 'durationSeconds'],
  ['kling-3.0', { durationSeconds: 16 }, 'durationSeconds'],
  ['kling-3.0', { aspectRatio: '21:9' }, 'aspectRatio'],
  ['kling-3.0', { resolution: '480p' }, 'resolution'],
  ['kling-3.0', sound, null],
  ['kling-3.0', { prompt: 'x'.repeat(3_072) }, null],
  ['kling-3.0', { prompt: 'x'.repeat(3_073) }, 'prompt'],
  ['kling-3.0', { negativePrompt: 'rain' }, 'negativePrompt'],
  ['kling-3.0', { references: [first, last] }, null],
  ['kling-3.0', { references: [last] }, 'references'],
  ['kling-3.0', { references: [first, first] }, 'references'],
  ['kling-3.0', { references: [image] }, 'references'],
  ['kling-3.0', { references: [{ ...first, contentType: 'image/webp' }] }, 'references'],
  ['kling-3.0', { references: [{ ...first, pixels: { width: 300, height: 750 } }] }, null],
  ['kling-3.0', { references: [{ ...first, pixels: { width: 1, height: 1 } }] }, 'references'],
  ['kling-3.0', { references: [{ ...first, pixels: { width: 4000, height: 100 } }] }, 'references'],
  ['kling-3.0', { references: [{ ...first, pixels: { width: 300, height: 751 } }] }, 'references'],
  ['kling-3.0', { references: [{ ...first, pixels: { width: 9000, height: 9000 } }] }, null],
  ['kling-3.0', { references: [{ ...first, size: 50_000_000 }] }, null],
  ['kling-3.0', { references: [{ ...first, size: 50_000_001 }] }, 'references'],
  ['kling-3.0', { references: [{ ...first, kind: 'video' }] }, 'references'],
  ['kling-3.0', { mediaType: 'image', durationSeconds: null }, 'mediaType'],
  ['kling-3.0-turbo', {}, 'generateAudio'],
  ['kling-3.0-turbo', { ...sound, references: [first] }, null],
  ['kling-3.0-turbo', { ...sound, references: [first, last] }, 'references'],
  ['kling-3.0-turbo', { ...sound, prompt: 'x'.repeat(2_501) }, null],
  ['kling-3.0-turbo', { ...sound, prompt: 'x'.repeat(2_501), references: [first] }, 'prompt'],
  ['kling-3.0-omni', { references: Array.from({ length: 7 }, () => image) }, null],
  ['kling-3.0-omni', { references: Array.from({ length: 8 }, () => image) }, 'references'],
  ['kling-3.0-omni', { references: [first, last, image, image, image, image, image] }, null],
  [
    'kling-3.0-omni',
    { references: [first, last, image, image, image, image, image, image] },
    'references',
  ],
  ['kling-3.0-omni', { references: [sampleReference('reference_video')] }, 'references'],
  ['kling-3.0-omni', { references: [sampleReference('reference_audio')] }, 'references'],
  ['kling-2.6', { durationSeconds: 10 }, null],
  ['kling-2.6', { durationSeconds: 6 }, 'durationSeconds'],
  ['kling-2.6', sound, 'resolution'],
  ['kling-2.6', { ...sound, resolution: '1080p' }, null],
  ['kling-2.6', { references: [first] }, null],
  ['kling-2.6', { references: [first, last] }, 'resolution'],
  ['kling-2.6', { references: [first, last], resolution: '1080p' }, null],
  ['brand-new', { durationSeconds: 60, resolution: '480p', aspectRatio: '21:9' }, null],
  ['brand-new', { references: [sampleReference('reference_video')] }, 'references'],
  ['../tasks', {}, 'model'],
  ['', {}, 'model'],
];

describe('the requests Kling accepts', () => {
  const { accepts } = kling.describe({});

  it.each(cases)('[providers.kling.accepts] %s with %j: %s', (model, given, parameter) => {
    const said = accepts(sampleRoute({ model }), sampleRequest(given));
    expect(said.kind === 'accepted' ? null : said.parameter).toBe(parameter);
  });

  it('[providers.references.reasons] names the refused reference, and the accepted values', () => {
    const webp = { ...last, contentType: 'image/webp' };
    const thin = { ...last, pixels: { width: 4000, height: 100 } };
    const verdictOn = (one: typeof last) =>
      accepts(sampleRoute({ model: 'kling-3.0' }), sampleRequest({ references: [first, one] }));
    expect(verdictOn(webp)).toMatchObject({
      reference: 1,
      reason: 'image/webp is not supported as image; supported are image/jpeg and image/png.',
    });
    expect(verdictOn(thin)).toMatchObject({
      reference: 1,
      reason: 'An image must have at least 300 pixels on each side; this one has 4000x100.',
    });
  });

  it.each([
    ['kling-3.0', {}, null],
    ['kling-3.0', { aspectRatio: '9:16' }, null],
    ['kling-3.0', { aspectRatio: '1:1' }, 'as-made'],
    ['kling-3.0', { references: [first] }, 'as-made'],
    ['kling-3.0', { references: [first, last] }, 'as-made'],
    ['kling-3.0-omni', { references: [image] }, null],
    ['kling-3.0-omni', { references: [first, image] }, 'as-made'],
    ['brand-new', { aspectRatio: '4:3' }, 'as-made'],
  ] as const)(
    '[providers.kling.pixels] of %s with %j the size expected is %s',
    (model, given, size) => {
      const said = accepts(sampleRoute({ model }), sampleRequest(given));
      expect(said).toEqual({ kind: 'accepted', size });
    },
  );
});
