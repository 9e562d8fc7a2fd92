import { describe, expect, it } from 'vitest';
import { xai } from '../../../src/xai/index.ts';
import { holdsDescriptionLaws } from '../../support/description-laws.ts';
import { type GoldenRequest, holdsGoldenRequests } from '../../support/golden-requests.ts';
import { dataUrlOf, sampleReference } from '../../support/sample-request.ts';
import { holdsVideoModelLaws } from '../../support/video-model-laws.ts';

/*
 * From two independent sources, both read on 2026-11-30: the page
 * https://docs.x.ai/developers/model-capabilities/video/generation has the fields, and `@ai-sdk/xai`
 * (packages/xai/src/xai-video-model.ts of vercel/ai) their form: `image` and `reference_images` with data URLs.
 */
const ids = '[providers.xai.requests]';
const path = '/v1/videos/generations';
const model = 'grok-imagine-video-1.5';
const prompt = 'A paper boat drifting down a rain-soaked street';
const first = sampleReference('first_frame');
const last = sampleReference('last_frame', { contentType: 'image/jpeg' });
const image = sampleReference('reference_image');
const other = sampleReference('reference_image', { assetId: 'other' });

const shapes = ['16:9', '3:2', '4:3', '1:1', '3:4', '2:3', '9:16'] as const;
const inAllShapes: readonly GoldenRequest[] = shapes.flatMap((aspectRatio) =>
  (['480p', '720p', '1080p'] as const).flatMap((resolution) =>
    [true, false].map((generateAudio) => ({
      name: `of a text, ${aspectRatio} at ${resolution}, ${generateAudio ? 'with' : 'without'} sound`,
      route: { model },
      request: { prompt, aspectRatio, resolution, durationSeconds: 10, generateAudio },
      path,
      sends: {
        json: {
          model,
          prompt,
          duration: 10,
          aspect_ratio: aspectRatio,
          resolution,
          generate_audio: generateAudio,
        },
      },
    })),
  ),
);

describe('[providers.xai.requests] xAI', () => {
  const description = xai.describe({});
  holdsDescriptionLaws(ids, description);
  holdsVideoModelLaws(ids, description);
  holdsGoldenRequests(ids, description, [
    ...inAllShapes,
    {
      name: 'of a first frame, which determines the shape, with the key and a constant',
      route: { model: 'grok-imagine-video', fixed: { user: 'studio', aspect_ratio: '1:1' } },
      request: { prompt, references: [first] },
      path,
      headers: { authorization: 'Bearer secret-key-1' },
      sends: {
        json: {
          model: 'grok-imagine-video',
          prompt,
          duration: 5,
          resolution: '720p',
          generate_audio: false,
          image: { url: dataUrlOf(first) },
          user: 'studio',
        },
      },
    },
    {
      name: 'of a first and a last frame',
      route: { model },
      request: { prompt, durationSeconds: 9, references: [first, last] },
      path,
      sends: {
        json: {
          model,
          prompt,
          duration: 9,
          aspect_ratio: '16:9',
          resolution: '720p',
          generate_audio: false,
          image: { url: dataUrlOf(first) },
          last_frame: { url: dataUrlOf(last) },
        },
      },
    },
    {
      name: 'of reference images, in their order',
      route: { model },
      request: { prompt, aspectRatio: '9:16', references: [other, image] },
      path,
      sends: {
        json: {
          model,
          prompt,
          duration: 5,
          aspect_ratio: '9:16',
          resolution: '720p',
          generate_audio: false,
          reference_images: [{ url: dataUrlOf(other) }, { url: dataUrlOf(image) }],
        },
      },
    },
  ]);

  it('[providers.xai.requests] has no options', () => {
    expect(() => xai.describe({ region: 'eu' })).toThrow('not have the option region');
  });
});
