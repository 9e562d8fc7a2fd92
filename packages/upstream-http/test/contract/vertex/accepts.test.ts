import type { GenerationRequest } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { vertex } from '../../../src/vertex/index.ts';
import { sampleReference, sampleRequest, sampleRoute } from '../../support/sample-request.ts';

const first = sampleReference('first_frame');
const last = sampleReference('last_frame');
const image = sampleReference('reference_image');
const [veo, fast, lite] = ['', 'fast-', 'lite-'].map((name) => `veo-3.1-${name}generate-001`);

type Case = readonly [
  model: string | undefined,
  given: Partial<GenerationRequest>,
  parameter: string | null,
];

const cases: readonly Case[] = [
  [veo, { durationSeconds: 4, resolution: '2160p', generateAudio: true }, null],
  [fast, { durationSeconds: 6, aspectRatio: '9:16' }, null],
  [lite, { resolution: '1080p' }, null],
  [lite, { resolution: '2160p' }, 'resolution'],
  [veo, { durationSeconds: 5 }, 'durationSeconds'],
  [veo, { aspectRatio: '1:1' }, 'aspectRatio'],
  [veo, { resolution: '480p' }, 'resolution'],
  [veo, { references: [first, last], aspectRatio: '9:16' }, null],
  [lite, { references: [first, last] }, null],
  [veo, { references: [last] }, 'references'],
  [veo, { references: [image, image, image] }, null],
  [veo, { references: [image, image, image, image] }, 'references'],
  [veo, { references: [first, image] }, 'references'],
  [fast, { references: [image], durationSeconds: 6 }, 'durationSeconds'],
  [fast, { references: [image], aspectRatio: '9:16' }, 'aspectRatio'],
  [lite, { references: [image] }, 'references'],
  [veo, { references: [sampleReference('reference_video')] }, 'references'],
  [veo, { references: [{ ...first, contentType: 'image/webp' }] }, 'references'],
  [veo, { references: [{ ...first, size: 14_000_000 }] }, null],
  [veo, { references: [{ ...first, size: 14_000_001 }] }, 'references'],
  [veo, { negativePrompt: 'rain' }, 'negativePrompt'],
  [veo, { mediaType: 'image', durationSeconds: null }, 'mediaType'],
  ['brand-new', { durationSeconds: 20, references: [first] }, null],
  ['brand/new', {}, 'model'],
];

describe('the requests Vertex AI accepts', () => {
  const { accepts } = vertex.describe({});

  it.each(cases)('[providers.vertex.accepts] %s with %j: %s', (model = '', given, parameter) => {
    const request = sampleRequest({ durationSeconds: 8, ...given });
    const said = accepts(sampleRoute({ model }), request);
    expect(said.kind === 'accepted' ? null : said.parameter).toBe(parameter);
  });

  it('[providers.vertex.accepts] expects no pixels, since no page names any', () => {
    const said = accepts(sampleRoute({ model: veo ?? '' }), sampleRequest({ durationSeconds: 8 }));
    expect(said).toEqual({ kind: 'accepted', size: 'as-made' });
  });
});
