import { describe, expect, it } from 'vitest';
import { openrouter } from '../../../src/openrouter/index.ts';
import { holdsDescriptionLaws } from '../../support/description-laws.ts';
import { type GoldenRequest, holdsGoldenRequests } from '../../support/golden-requests.ts';
import { dataUrlOf, sampleReference } from '../../support/sample-request.ts';
import { holdsVideoModelLaws } from '../../support/video-model-laws.ts';

/*
 * From two sources, both read on 2026-11-30: the recipes of https://openrouter.ai/docs/cookbook/video-generation
 * (text-to-video, image-to-video, reference-to-video) have the bodies, and @openrouter/sdk 1.3.19
 * (models/videogenerationrequest.d.ts) the words for resolutions.
 */
const ids = '[providers.openrouter.requests]';
const path = '/videos';
const model = 'google/veo-3.1-lite';
const prompt = 'A glass greenhouse at sunrise, soft mist';
const first = sampleReference('first_frame');
const last = sampleReference('last_frame', { contentType: 'image/jpeg' });
const image = sampleReference('reference_image');
const other = sampleReference('reference_image', { assetId: 'other' });
const linked = (reference: typeof first) => ({
  type: 'image_url',
  image_url: { url: dataUrlOf(reference) },
});

/** The body of the first recipe. */
const plain = {
  model,
  prompt,
  duration: 4,
  resolution: '720p',
  aspect_ratio: '16:9',
  generate_audio: false,
};

const inAllShapes: readonly GoldenRequest[] = (['16:9', '9:16'] as const).flatMap((aspectRatio) =>
  (
    [
      ['720p', '720p'],
      ['1080p', '1080p'],
      ['2160p', '4K'],
    ] as const
  ).flatMap(([resolution, word]) =>
    [true, false].map((generateAudio) => ({
      name: `of a text, ${aspectRatio} at ${resolution}, ${generateAudio ? 'with' : 'without'} sound`,
      route: { model: 'google/veo-3.1' },
      request: { prompt, aspectRatio, resolution, durationSeconds: 8, generateAudio },
      path,
      sends: {
        json: {
          model: 'google/veo-3.1',
          prompt,
          duration: 8,
          resolution: word,
          aspect_ratio: aspectRatio,
          generate_audio: generateAudio,
        },
      },
    })),
  ),
);

describe('[providers.openrouter.requests] OpenRouter', () => {
  const description = openrouter.describe({});
  holdsDescriptionLaws(ids, description);
  holdsVideoModelLaws(ids, description);
  holdsGoldenRequests(ids, description, [
    ...inAllShapes,
    {
      name: 'of a text, with the key and constants',
      route: {
        model,
        fixed: { seed: 7, 'provider.options.google-vertex.parameters.personGeneration': 'allow' },
      },
      request: { prompt, durationSeconds: 4 },
      path,
      headers: { authorization: 'Bearer secret-key-1' },
      sends: {
        json: {
          ...plain,
          seed: 7,
          provider: { options: { 'google-vertex': { parameters: { personGeneration: 'allow' } } } },
        },
      },
    },
    {
      name: 'of a first and a last frame',
      route: { model, fixed: { frame_images: [] } },
      request: { prompt, durationSeconds: 4, references: [last, first] },
      path,
      sends: {
        json: {
          ...plain,
          frame_images: [
            { ...linked(first), frame_type: 'first_frame' },
            { ...linked(last), frame_type: 'last_frame' },
          ],
        },
      },
    },
    {
      name: 'of reference images, in their order, of a model that is not in the table',
      route: { model: 'bytedance/seedance-2.0-fast' },
      request: { prompt, durationSeconds: 4, references: [other, image] },
      path,
      sends: {
        json: {
          ...plain,
          model: 'bytedance/seedance-2.0-fast',
          input_references: [linked(other), linked(image)],
        },
      },
    },
    {
      name: 'of a model without sound, which is neither requested nor declined',
      route: { model: 'runway/gen-4.5' },
      request: { prompt, durationSeconds: 5 },
      path,
      sends: {
        json: {
          model: 'runway/gen-4.5',
          prompt,
          duration: 5,
          resolution: '720p',
          aspect_ratio: '16:9',
        },
      },
    },
  ]);

  it('[providers.openrouter.requests] has no options', () => {
    expect(() => openrouter.describe({ region: 'eu' })).toThrow('not have the option region');
  });
});
