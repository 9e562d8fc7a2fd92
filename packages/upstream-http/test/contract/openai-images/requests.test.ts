import { describe, expect, it } from 'vitest';
import { openaiImages } from '../../../src/openai-images/index.ts';
import { holdsDescriptionLaws } from '../../support/description-laws.ts';
import { holdsGoldenRequests } from '../../support/golden-requests.ts';
import { sampleReference, sampleRequest, sampleRoute } from '../../support/sample-request.ts';

/*
 * From https://developers.openai.com/api/reference/resources/images and the package openai (src/resources/images.ts),
 * both read on 2026-12-01.
 */
const ids = '[providers.images.requests]';
const model = 'gpt-image-1.5';
const prompt = 'A paper boat in the rain';
const image = { mediaType: 'image', durationSeconds: null, resolution: '1k', prompt } as const;
const reference = sampleReference('reference_image', { contentType: 'image/jpeg' });

describe('[providers.images.requests] the images API', () => {
  const description = openaiImages.describe({});
  holdsDescriptionLaws(ids, description);
  holdsGoldenRequests(ids, description, [
    {
      name: 'of a text, with the constants of its route and the key',
      route: { model, fixed: { quality: 'medium', size: '1x1' } },
      request: { ...image, aspectRatio: '3:2' },
      path: '/images/generations',
      headers: { authorization: 'Bearer secret-key-1' },
      sends: { json: { model, prompt, n: 1, size: '1536x1024', quality: 'medium' } },
    },
    {
      name: 'of a text for a model of another server, in the pixels of its resolution',
      route: { model: 'Qwen/Qwen-Image' },
      request: { ...image, aspectRatio: '16:9' },
      path: '/images/generations',
      sends: { json: { model: 'Qwen/Qwen-Image', prompt, n: 1, size: '1024x576' } },
    },
    {
      name: 'of one image',
      route: { model, fixed: { output_compression: 80 } },
      request: { ...image, aspectRatio: '1:1', references: [reference] },
      path: '/images/edits',
      sends: {
        parts: [
          ['model', model],
          ['prompt', prompt],
          ['n', '1'],
          ['size', '1024x1024'],
          ['output_compression', '80'],
          ['image', `image-1.jpeg; image/jpeg; ${reference.sha256}`],
        ],
      },
    },
    {
      name: 'of several images',
      route: { model },
      request: { ...image, aspectRatio: '2:3', references: [reference, reference] },
      path: '/images/edits',
      sends: {
        parts: [
          ['model', model],
          ['prompt', prompt],
          ['n', '1'],
          ['size', '1024x1536'],
          ['image[]', `image-1.jpeg; image/jpeg; ${reference.sha256}`],
          ['image[]', `image-2.jpeg; image/jpeg; ${reference.sha256}`],
        ],
      },
    },
  ]);

  it.each([
    [{ mediaType: 'video', durationSeconds: 5, resolution: '720p' }, 'mediaType'],
    [{ negativePrompt: 'rain' }, 'negativePrompt'],
    [{ aspectRatio: '16:9' }, 'aspectRatio'],
    [{ prompt: 'x'.repeat(32_001) }, 'prompt'],
    [{ references: Array.from({ length: 17 }, () => reference) }, 'references'],
    [{ references: [sampleReference('first_frame')] }, 'references'],
    [{ references: [sampleReference('reference_video')] }, 'references'],
    [{ references: [{ ...reference, contentType: 'image/gif' }] }, 'references'],
  ] as const)('[providers.images.requests] does not accept %o', (given, parameter) => {
    const request = sampleRequest({ ...image, aspectRatio: '1:1', ...given });
    const said = description.accepts(sampleRoute({ model }), request);
    expect(said).toMatchObject({ kind: 'not-accepted', parameter });
  });

  it('[providers.images.requests] offers families that its models make', () => {
    for (const { id, route, aspectRatios } of description.families ?? [])
      for (const aspectRatio of aspectRatios) {
        const request = sampleRequest({ ...image, aspectRatio });
        const offered = sampleRoute({ ...route, model: id });
        expect(description.accepts(offered, request)).toMatchObject({ kind: 'accepted' });
      }
  });
});
