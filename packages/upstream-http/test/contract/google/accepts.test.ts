import type { GenerationRequest } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { google } from '../../../src/google/index.ts';
import { sampleReference, sampleRequest, sampleRoute } from '../../support/sample-request.ts';

const first = sampleReference('first_frame');
const image = sampleReference('reference_image');
const images = (count: number) => Array.from({ length: count }, () => image);
const [current, earlier] = ['gemini-omni-1.2-flash', 'gemini-omni-1.1-flash'];

type Case = readonly [model: string, given: Partial<GenerationRequest>, parameter: string | null];

const cases: readonly Case[] = [
  [current, { durationSeconds: 3, resolution: '360p' }, null],
  [current, { durationSeconds: 15, resolution: '2160p', aspectRatio: '9:16' }, null],
  [current, { durationSeconds: 2 }, 'durationSeconds'],
  [current, { durationSeconds: 16 }, 'durationSeconds'],
  [current, { aspectRatio: '1:1' }, 'aspectRatio'],
  [current, { resolution: '480p' }, 'resolution'],
  [current, { generateAudio: false }, 'generateAudio'],
  [current, { prompt: 'x'.repeat(20_000) }, null],
  [current, { references: [first], durationSeconds: 15 }, null],
  [current, { references: [first, first] }, 'references'],
  [current, { references: [first, sampleReference('last_frame')] }, 'references'],
  [current, { references: [first, image] }, 'references'],
  [current, { references: images(6), durationSeconds: 10 }, null],
  [current, { references: images(7) }, 'references'],
  [current, { references: images(1), durationSeconds: 11 }, 'durationSeconds'],
  [current, { references: [sampleReference('reference_video')] }, 'references'],
  [current, { references: [sampleReference('reference_audio')] }, 'references'],
  [current, { references: [{ ...first, contentType: 'image/webp' }] }, null],
  [current, { references: [{ ...first, contentType: 'image/gif' }] }, 'references'],
  [current, { references: [{ ...first, size: 7_000_000 }] }, null],
  [current, { references: [{ ...first, size: 7_000_001 }] }, 'references'],
  [current, { references: images(3).map((one) => ({ ...one, size: 4_700_000 })) }, 'references'],
  [current, { negativePrompt: 'rain' }, 'negativePrompt'],
  [current, { mediaType: 'image', durationSeconds: null }, 'mediaType'],
  [earlier, { durationSeconds: 10, resolution: '2160p' }, null],
  [earlier, { durationSeconds: 11 }, 'durationSeconds'],
  [earlier, { references: images(6) }, null],
  ['brand-new', { durationSeconds: 60, references: [first, image], generateAudio: false }, null],
  ['models/new', {}, 'model'],
];

describe('the requests Google accepts', () => {
  const { accepts } = google.describe({});

  it.each(cases)('[providers.google.accepts] %s with %j: %s', (model, given, parameter) => {
    const said = accepts(sampleRoute({ model }), sampleRequest({ generateAudio: true, ...given }));
    expect(said.kind === 'accepted' ? null : said.parameter).toBe(parameter);
  });

  it('[providers.google.pixels] expects no pixels, since no page names any', () => {
    const request = sampleRequest({ generateAudio: true });
    const said = accepts(sampleRoute({ model: current }), request);
    expect(said).toEqual({ kind: 'accepted', size: 'as-made' });
  });
});
