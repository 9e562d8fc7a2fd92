import type { GenerationRequest } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { kling } from '../../../src/kling/index.ts';
import { openrouter } from '../../../src/openrouter/index.ts';
import { sampleReference, sampleRequest, sampleRoute } from '../../support/sample-request.ts';

const first = sampleReference('first_frame');
const last = sampleReference('last_frame');
const image = sampleReference('reference_image');
const [veo, lite] = ['google/veo-3.1', 'google/veo-3.1-lite'];
const [wan, flux, runway] = ['alibaba/wan-3.0', 'black-forest-labs/flux-3-video', 'runway/gen-4.5'];
const four = { durationSeconds: 4 };

type Case = readonly [model: string, given: Partial<GenerationRequest>, parameter: string | null];

const cases: readonly Case[] = [
  [veo, { ...four, resolution: '2160p', generateAudio: true }, null],
  [veo, { durationSeconds: 8, aspectRatio: '9:16', resolution: '1080p' }, null],
  [veo, { durationSeconds: 5 }, 'durationSeconds'],
  [veo, { ...four, aspectRatio: '1:1' }, 'aspectRatio'],
  [veo, { ...four, resolution: '480p' }, 'resolution'],
  [veo, { ...four, prompt: 'x'.repeat(20_000) }, null],
  [veo, { ...four, references: [first, last] }, null],
  [veo, { ...four, references: [last] }, 'references'],
  [veo, { ...four, references: [image] }, 'references'],
  [veo, { ...four, references: [{ ...first, size: 37_000_000 }] }, null],
  [veo, { ...four, references: [{ ...first, size: 37_000_001 }] }, 'references'],
  [
    veo,
    { ...four, references: [first, last].map((one) => ({ ...one, size: 19_000_000 })) },
    'references',
  ],
  [veo, { ...four, references: [{ ...first, contentType: 'image/webp' }] }, 'references'],
  [veo, { ...four, negativePrompt: 'rain' }, 'negativePrompt'],
  [veo, { mediaType: 'image', durationSeconds: null }, 'mediaType'],
  ['google/veo-3.1-fast', { durationSeconds: 6, resolution: '2160p' }, null],
  [lite, { ...four, resolution: '1080p', generateAudio: true }, null],
  [lite, { ...four, resolution: '2160p' }, 'resolution'],
  [wan, { durationSeconds: 30, resolution: '480p', aspectRatio: '3:4' }, null],
  [wan, { durationSeconds: 31 }, 'durationSeconds'],
  [wan, { durationSeconds: 2, references: [first] }, null],
  [wan, { references: [first, last] }, 'references'],
  [flux, { durationSeconds: 20, aspectRatio: '21:9', resolution: '1080p' }, null],
  [flux, { durationSeconds: 4 }, 'durationSeconds'],
  [flux, { references: [first, last] }, null],
  [runway, { durationSeconds: 10, aspectRatio: '9:16' }, null],
  [runway, { generateAudio: true }, 'generateAudio'],
  [runway, { resolution: '1080p' }, 'resolution'],
  ['maker/new', { durationSeconds: 60, references: [image, image] }, null],
  ['maker/new', { references: [first, image] }, 'references'],
  ['maker/new', { references: [sampleReference('reference_video')] }, 'references'],
  ['maker/line/new', {}, null],
  ['new', {}, null],
  ['maker/../new', {}, 'model'],
  ['maker//new', {}, 'model'],
  ['/new', {}, 'model'],
  ['maker/', {}, 'model'],
  ['maker/.', {}, 'model'],
  ['maker/new?x=1', {}, 'model'],
  ['maker/new model', {}, 'model'],
];

describe('the requests OpenRouter accepts', () => {
  const { accepts } = openrouter.describe({});

  it.each(cases)(
    '[providers.openrouter.accepts][providers.port.model-names] %s with %j: %s',
    (model, given, parameter) => {
      const said = accepts(sampleRoute({ model }), sampleRequest(given));
      expect(said.kind === 'accepted' ? null : said.parameter).toBe(parameter);
    },
  );

  it.each([veo, 'maker/line/new'])(
    '[providers.port.model-names] %s is a name only where none becomes part of a path',
    (model) => {
      const request = sampleRequest({ durationSeconds: 4 });
      expect(accepts(sampleRoute({ model }), request)).toMatchObject({ kind: 'accepted' });
      const said = kling.describe({}).accepts(sampleRoute({ model }), request);
      expect(said).toMatchObject({ kind: 'not-accepted', parameter: 'model' });
    },
  );

  it.each([
    [veo, { durationSeconds: 8 }, null],
    [runway, {}, null],
    [veo, { durationSeconds: 8, references: [first] }, 'as-made'],
    [wan, {}, 'as-made'],
    [flux, {}, 'as-made'],
    ['maker/new', {}, 'as-made'],
  ] as const)(
    '[providers.openrouter.pixels] %s with %j is expected in the pixels %s',
    (model, given, size) => {
      const said = accepts(sampleRoute({ model }), sampleRequest(given));
      expect(said).toEqual({ kind: 'accepted', size });
    },
  );
});
