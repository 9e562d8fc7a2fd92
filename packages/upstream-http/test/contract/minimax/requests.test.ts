import { describe, expect, it } from 'vitest';
import { minimax } from '../../../src/minimax/index.ts';
import { holdsDescriptionLaws } from '../../support/description-laws.ts';
import { type GoldenRequest, holdsGoldenRequests } from '../../support/golden-requests.ts';
import { dataUrlOf, sampleReference } from '../../support/sample-request.ts';
import { holdsVideoModelLaws } from '../../support/video-model-laws.ts';

/*
 * From two sources: the examples of platform.minimax.io/docs/api-reference/video-generation-v2-create (read on
 * 2026-11-30 in a copy), with data URLs in place of links, and the requests of @ai-sdk/minimax 3.0.45.
 */
const ids = '[providers.minimax.requests]';
const path = '/v2/video_generation';
const prompt = 'A paper boat drifting down a rain-soaked street';
const text = { type: 'text', text: prompt };
const first = sampleReference('first_frame');
const last = sampleReference('last_frame', { contentType: 'image/jpeg' });
const image = sampleReference('reference_image', { contentType: 'image/webp' });
const other = sampleReference('reference_image', { assetId: 'other' });
const item = (reference: typeof first) => ({
  type: 'image_url',
  image_url: { url: dataUrlOf(reference) },
  role: reference.role,
});

const fromTexts: readonly GoldenRequest[] = (
  [
    ['MiniMax-H3', '768p', '768P'],
    ['MiniMax-H3', '1440p', '2K'],
    ['MiniMax-H3-Max', '480p', '480P'],
    ['MiniMax-H3-Max', '768p', '768P'],
  ] as const
).flatMap(([model, resolution, word]) =>
  (['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'] as const).map((aspectRatio) => ({
    name: `of a text by ${model} at ${word} in ${aspectRatio}`,
    route: { model },
    request: { prompt, resolution, aspectRatio, generateAudio: true },
    path,
    sends: {
      json: { model, content: [text], resolution: word, ratio: aspectRatio, duration: 5 },
    },
  })),
);

describe('[providers.minimax.requests] MiniMax', () => {
  const description = minimax.describe({});
  holdsDescriptionLaws(ids, description);
  holdsVideoModelLaws(ids, description);
  holdsGoldenRequests(ids, description, [
    ...fromTexts,
    {
      name: 'with the key and a constant',
      route: { model: 'MiniMax-H3-Max', fixed: { duration: 9, extra: { mode: 'quality' } } },
      request: { prompt, resolution: '768p', generateAudio: true },
      path,
      headers: { authorization: 'Bearer secret-key-1' },
      sends: {
        json: {
          model: 'MiniMax-H3-Max',
          content: [text],
          resolution: '768P',
          ratio: '16:9',
          duration: 5,
          extra: { mode: 'quality' },
        },
      },
    },
    {
      name: 'of a first and a last frame, which determine the shape',
      route: { model: 'MiniMax-H3' },
      request: {
        prompt,
        resolution: '1440p',
        aspectRatio: '9:16',
        generateAudio: true,
        references: [first, last],
      },
      path,
      sends: {
        json: {
          model: 'MiniMax-H3',
          content: [text, item(first), item(last)],
          resolution: '2K',
          ratio: 'adaptive',
          duration: 5,
        },
      },
    },
    {
      name: 'of reference images, in their order and in the requested shape',
      route: { model: 'MiniMax-H3' },
      request: {
        prompt,
        resolution: '768p',
        aspectRatio: '9:16',
        generateAudio: true,
        references: [other, image],
      },
      path,
      sends: {
        json: {
          model: 'MiniMax-H3',
          content: [text, item(other), item(image)],
          resolution: '768P',
          ratio: '9:16',
          duration: 5,
        },
      },
    },
  ]);

  it('[providers.minimax.requests] has no options', () => {
    expect(() => minimax.describe({ region: 'eu' })).toThrow('not have the option region');
  });
});
