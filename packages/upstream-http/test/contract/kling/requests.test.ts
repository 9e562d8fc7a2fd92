import type { GenerationRequest, Resolution } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { kling } from '../../../src/kling/index.ts';
import { holdsDescriptionLaws } from '../../support/description-laws.ts';
import { holdsVideoModelLaws } from '../../support/video-model-laws.ts';
import { type GoldenRequest, holdsGoldenRequests } from '../../support/golden-requests.ts';
import { sampleCorrelationId, sampleReference } from '../../support/sample-request.ts';

const ids = '[providers.kling.requests]';
const prompt = 'A girl sat on the train, looking out the window with a melancholic expression.';
const first = sampleReference('first_frame', { contentType: 'image/jpeg' });
const last = sampleReference('last_frame');
const images = ['a', 'b'].map((assetId) => sampleReference('reference_image', { assetId }));
/** Kling's `4k`. */
const largest = z.custom<Resolution>().parse('2160p');
const options = {
  external_task_id: sampleCorrelationId,
  watermark_info: { enabled: false },
};

function base64({ sha256 }: { readonly sha256: string }): string {
  return Buffer.from(sha256).toString('base64');
}

const aspects = ['16:9', '9:16', '1:1'] as const;
const wireResolutions = [
  ['720p', '720p'],
  ['1080p', '1080p'],
  [largest, '4k'],
] as const;
const inAllShapes: readonly GoldenRequest[] = aspects.flatMap((aspectRatio) =>
  wireResolutions.flatMap(([resolution, written]) =>
    [true, false].map((generateAudio) => ({
      name: `of a text, ${aspectRatio} at ${written}, ${generateAudio ? 'with' : 'without'} sound`,
      route: { model: 'kling-3.0' },
      request: { prompt, aspectRatio, resolution, durationSeconds: 3, generateAudio },
      path: '/text-to-video/kling-3.0',
      sends: {
        json: {
          prompt,
          settings: {
            resolution: written,
            aspect_ratio: aspectRatio,
            duration: 3,
            audio: generateAudio ? 'native' : 'off',
          },
          options,
        },
      },
    })),
  ),
);

function omni(
  given: Partial<GenerationRequest>,
): Pick<GoldenRequest, 'route' | 'request' | 'path'> {
  return {
    route: { model: 'kling-3.0-omni' },
    request: { prompt, durationSeconds: 15, ...given },
    path: '/omni-video/kling-3.0-omni',
  };
}

describe('[providers.kling.requests] Kling', () => {
  const description = kling.describe({});
  holdsDescriptionLaws(ids, description);
  holdsVideoModelLaws(ids, description);
  holdsGoldenRequests(ids, description, [
    ...inAllShapes,
    {
      // https://kling.ai/document-api/api/video/2-6/text-to-video, the request example, read on 2026-11-23
      name: 'of a text with sound, as the page shows it',
      route: { model: 'kling-2.6' },
      request: {
        prompt,
        aspectRatio: '9:16',
        resolution: '1080p',
        durationSeconds: 10,
        generateAudio: true,
      },
      path: '/text-to-video/kling-2.6',
      headers: { authorization: 'Bearer secret-key-1' },
      sends: {
        json: {
          prompt,
          settings: { audio: 'native', resolution: '1080p', aspect_ratio: '9:16', duration: 10 },
          options,
        },
      },
    },
    {
      name: 'of a model that always makes sound and has no word for it',
      route: { model: 'kling-3.0-turbo' },
      request: { prompt, generateAudio: true },
      path: '/text-to-video/kling-3.0-turbo',
      sends: {
        json: {
          prompt,
          settings: { resolution: '720p', aspect_ratio: '16:9', duration: 5 },
          options,
        },
      },
    },
    {
      // https://kling.ai/document-api/api/video/3-0-omni/image-to-video, "Only first_frame", read on 2026-11-23
      name: 'of a first frame',
      route: {
        model: 'kling-3.0',
        fixed: { 'settings.multi_shot': false, 'options.watermark_info.enabled': true },
      },
      request: { prompt, durationSeconds: 10, references: [first] },
      path: '/image-to-video/kling-3.0',
      sends: {
        json: {
          contents: [
            { type: 'prompt', text: prompt },
            { type: 'first_frame', url: base64(first) },
          ],
          settings: { resolution: '720p', duration: 10, audio: 'off', multi_shot: false },
          options,
        },
      },
    },
    {
      name: 'of a first and a last frame, whatever their order, with sound',
      route: { model: 'kling-3.0' },
      request: {
        prompt,
        resolution: '1080p',
        durationSeconds: 10,
        generateAudio: true,
        references: [last, first],
      },
      path: '/image-to-video/kling-3.0',
      sends: {
        json: {
          contents: [
            { type: 'prompt', text: prompt },
            { type: 'first_frame', url: base64(first) },
            { type: 'last_frame', url: base64(last) },
          ],
          settings: { resolution: '1080p', duration: 10, audio: 'native' },
          options,
        },
      },
    },
    {
      ...omni({ aspectRatio: '1:1', references: images }),
      name: 'of images it refers to',
      sends: {
        json: {
          contents: [
            { type: 'prompt', text: prompt },
            ...images.map((image, index) => ({
              type: 'refer_image',
              url: base64(image),
              id: `image_${index + 1}`,
            })),
          ],
          settings: { resolution: '720p', aspect_ratio: '1:1', duration: 15, audio: 'off' },
          options,
        },
      },
    },
    {
      ...omni({ references: [first, ...images], generateAudio: true }),
      name: 'of a first frame beside images: the frame gives the shape',
      sends: {
        json: {
          contents: [
            { type: 'prompt', text: prompt },
            { type: 'first_frame', url: base64(first) },
            { type: 'refer_image', url: base64(images[0] ?? first), id: 'image_1' },
            { type: 'refer_image', url: base64(images[1] ?? first), id: 'image_2' },
          ],
          settings: { resolution: '720p', duration: 15, audio: 'native' },
          options,
        },
      },
    },
    {
      name: 'of a model it does not know, by what is given',
      route: { model: 'kling-4.0' },
      request: { prompt, durationSeconds: 40, aspectRatio: '21:9' },
      path: '/text-to-video/kling-4.0',
      sends: {
        json: {
          prompt,
          settings: { resolution: '720p', aspect_ratio: '21:9', duration: 40, audio: 'off' },
          options,
        },
      },
    },
  ]);

  it('[providers.kling.requests] refuses an option it does not know by name', () => {
    expect(() => kling.describe({ dialect: 'legacy' })).toThrow(
      'Kling does not have the option dialect.',
    );
  });
});
