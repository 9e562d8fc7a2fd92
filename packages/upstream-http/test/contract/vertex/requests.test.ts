import { describe, expect, it } from 'vitest';
import { vertex } from '../../../src/vertex/index.ts';
import { holdsDescriptionLaws } from '../../support/description-laws.ts';
import { type GoldenRequest, holdsGoldenRequests } from '../../support/golden-requests.ts';
import { dataUrlOf, sampleReference } from '../../support/sample-request.ts';
import { holdsVideoModelLaws } from '../../support/video-model-laws.ts';

/*
 * From two sources, both read on 2026-12-01: the page cloud.google.com/vertex-ai/generative-ai/docs/model-reference/
 * veo-video-generation has the body, and @ai-sdk/google-vertex (packages/google-vertex/src/google-vertex-video-model.ts
 * of vercel/ai) the paths with a key, `4k`, and reference images as assets.
 */
const ids = '[providers.vertex.requests]';
const model = 'veo-3.1-generate-001';
const path = `/publishers/google/models/${model}:predictLongRunning`;
const prompt = 'A hand places a glass of milk next to a plate of cookies';
const first = sampleReference('first_frame', { contentType: 'image/jpeg' });
const last = sampleReference('last_frame');
const image = sampleReference('reference_image');
const other = sampleReference('reference_image', { assetId: 'other', contentType: 'image/jpeg' });
const part = (reference: typeof first) => ({
  bytesBase64Encoded: dataUrlOf(reference).replace(/^.*,/, ''),
  mimeType: reference.contentType,
});
const parameters = {
  sampleCount: 1,
  durationSeconds: 8,
  aspectRatio: '16:9',
  resolution: '720p',
  generateAudio: false,
};

const sizes = [
  ['720p', '720p'],
  ['1080p', '1080p'],
  ['2160p', '4k'],
] as const;
const fromTexts: readonly GoldenRequest[] = (['16:9', '9:16'] as const).flatMap((aspectRatio) =>
  sizes.map(([resolution, word]) => ({
    name: `of a text, ${aspectRatio} at ${word}, with sound and the key`,
    route: { model },
    request: { prompt, aspectRatio, resolution, durationSeconds: 6, generateAudio: true },
    path,
    headers: { 'x-goog-api-key': 'secret-key-1' },
    sends: {
      json: {
        instances: [{ prompt }],
        parameters: {
          sampleCount: 1,
          durationSeconds: 6,
          aspectRatio,
          resolution: word,
          generateAudio: true,
        },
      },
    },
  })),
);

describe('[providers.vertex.requests] Vertex AI', () => {
  const description = vertex.describe({});
  holdsDescriptionLaws(ids, description);
  holdsVideoModelLaws(ids, description);
  holdsGoldenRequests(ids, description, [
    ...fromTexts,
    {
      name: 'of a first and a last frame, silent, with constants of the route',
      route: {
        model,
        fixed: {
          'parameters.personGeneration': 'allow_adult',
          'parameters.sampleCount': 4,
          'parameters.storageUri': 'gs://bucket',
        },
      },
      request: { prompt, durationSeconds: 8, references: [last, first] },
      path,
      sends: {
        json: {
          instances: [{ prompt, image: part(first), lastFrame: part(last) }],
          parameters: { ...parameters, personGeneration: 'allow_adult' },
        },
      },
    },
    {
      name: 'of reference images, in their order',
      route: { model: 'veo-3.1-fast-generate-001' },
      request: { prompt, durationSeconds: 8, references: [other, image] },
      path: '/publishers/google/models/veo-3.1-fast-generate-001:predictLongRunning',
      sends: {
        json: {
          instances: [
            {
              prompt,
              referenceImages: [other, image].map((one) => ({
                image: part(one),
                referenceType: 'asset',
              })),
            },
          ],
          parameters,
        },
      },
    },
  ]);

  it('[providers.vertex.requests] has no options', () => {
    expect(() => vertex.describe({ location: 'eu' })).toThrow('not have the option location');
  });
});
