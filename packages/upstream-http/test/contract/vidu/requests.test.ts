import { describe, expect, it } from 'vitest';
import { vidu } from '../../../src/vidu/index.ts';
import { holdsDescriptionLaws } from '../../support/description-laws.ts';
import { type GoldenRequest, holdsGoldenRequests } from '../../support/golden-requests.ts';
import { dataUrlOf, sampleCorrelationId, sampleReference } from '../../support/sample-request.ts';
import { holdsVideoModelLaws } from '../../support/video-model-laws.ts';

/*
 * The examples of platform.vidu.com/docs/text-to-video, /image-to-video, /start-end-to-video and /reference-to-video
 * (read on 2026-12-01 in copies), with data URLs in place of links.
 */
const ids = '[providers.vidu.requests]';
const prompt = 'The astronaut waved and the camera moved up.';
const first = sampleReference('first_frame');
const last = sampleReference('last_frame', { contentType: 'image/jpeg' });
const image = sampleReference('reference_image', { contentType: 'image/webp' });
const other = sampleReference('reference_image', { assetId: 'other' });
const sent = { prompt, duration: 5, resolution: '720p', payload: sampleCorrelationId };

const fromTexts: readonly GoldenRequest[] = ['viduq3-pro', 'viduq3-turbo'].flatMap((model) =>
  (['16:9', '4:3', '1:1', '3:4', '9:16'] as const).flatMap((aspectRatio) =>
    (['540p', '720p', '1080p'] as const).map((resolution) => ({
      name: `of a text by ${model} at ${resolution} in ${aspectRatio}`,
      route: { model },
      request: { prompt, resolution, aspectRatio, generateAudio: true },
      path: '/ent/v2/text2video',
      sends: {
        json: { ...sent, model, resolution, aspect_ratio: aspectRatio, audio: true },
      },
    })),
  ),
);

describe('[providers.vidu.requests] Vidu', () => {
  const description = vidu.describe({});
  holdsDescriptionLaws(ids, description);
  holdsVideoModelLaws(ids, description);
  holdsGoldenRequests(ids, description, [
    ...fromTexts,
    {
      name: 'of a silent video, with the key and a constant',
      route: { model: 'viduq3-pro', fixed: { duration: 9, watermark: false } },
      request: { prompt },
      path: '/ent/v2/text2video',
      headers: { authorization: 'Token secret-key-1' },
      sends: {
        json: {
          ...sent,
          model: 'viduq3-pro',
          aspect_ratio: '16:9',
          audio: false,
          watermark: false,
        },
      },
    },
    {
      name: 'of a first frame, which determines the shape',
      route: { model: 'viduq3-turbo' },
      request: { prompt, references: [first] },
      path: '/ent/v2/img2video',
      sends: { json: { ...sent, model: 'viduq3-turbo', audio: false, images: [dataUrlOf(first)] } },
    },
    {
      name: 'of two frames, the first one first',
      route: { model: 'viduq3-pro' },
      request: { prompt, references: [last, first] },
      path: '/ent/v2/start-end2video',
      sends: {
        json: {
          ...sent,
          model: 'viduq3-pro',
          audio: false,
          images: [dataUrlOf(first), dataUrlOf(last)],
        },
      },
    },
    {
      name: 'of reference images, in their order and in the requested shape',
      route: { model: 'viduq3' },
      request: { prompt, aspectRatio: '9:16', references: [other, image] },
      path: '/ent/v2/reference2video',
      sends: {
        json: {
          ...sent,
          model: 'viduq3',
          aspect_ratio: '9:16',
          audio: false,
          images: [dataUrlOf(other), dataUrlOf(image)],
        },
      },
    },
  ]);

  it('[providers.vidu.requests] has no options', () => {
    expect(() => vidu.describe({ region: 'eu' })).toThrow('not have the option region');
  });
});
