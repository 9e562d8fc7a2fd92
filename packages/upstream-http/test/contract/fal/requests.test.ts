import { describe, expect, it } from 'vitest';
import { fal } from '../../../src/fal/index.ts';
import { holdsDescriptionLaws } from '../../support/description-laws.ts';
import { type GoldenRequest, holdsGoldenRequests } from '../../support/golden-requests.ts';
import { dataUrlOf, sampleReference } from '../../support/sample-request.ts';
import { holdsVideoModelLaws } from '../../support/video-model-laws.ts';

/*
 * Read on 2026-11-30: https://fal.ai/docs/documentation/model-apis/inference/queue has the path and the body, and
 * https://docs.fal.ai/model-apis/model-endpoints/reliability the header; the inputs are the examples of the models' own
 * pages (https://fal.ai/models/fal-ai/veo3.1/llms.txt, for example).
 */
const ids = '[providers.fal.requests]';
const prompt = 'Two person street interview in New York City.';
const first = sampleReference('first_frame');
const last = sampleReference('last_frame', { contentType: 'image/jpeg' });
const image = sampleReference('reference_image');
/** The seed of the sample submission. */
const seed = 307_748_238;
const veo = 'fal-ai/veo3.1';
const headers = { authorization: 'Key secret-key-1', 'x-fal-no-retry': '1' };

const inAllShapes: readonly GoldenRequest[] = (['16:9', '9:16'] as const).flatMap((aspectRatio) =>
  (
    [
      ['720p', '720p'],
      ['1080p', '1080p'],
      ['2160p', '4k'],
    ] as const
  ).flatMap(([resolution, word]) =>
    [true, false].map((generateAudio) => ({
      name: `of a text, ${aspectRatio} at ${word}, ${generateAudio ? 'with' : 'without'} sound`,
      route: { model: veo },
      request: { prompt, aspectRatio, resolution, durationSeconds: 8, generateAudio },
      path: '/fal-ai/veo3.1',
      headers,
      sends: {
        json: {
          prompt,
          duration: '8s',
          aspect_ratio: aspectRatio,
          resolution: word,
          generate_audio: generateAudio,
          seed,
        },
      },
    })),
  ),
);

describe('[providers.fal.requests] fal', () => {
  const description = fal.describe({});
  holdsDescriptionLaws(ids, description);
  holdsVideoModelLaws(ids, description);
  holdsGoldenRequests(ids, description, [
    ...inAllShapes,
    {
      name: 'of a text to Seedance, whose seconds have no unit, with constants beside the fields',
      route: {
        model: 'bytedance/seedance-2.0/text-to-video',
        fixed: { end_user_id: 'user-1', seed: 7, duration: 'auto', image_url: 'x' },
      },
      request: { prompt, aspectRatio: '21:9' },
      path: '/bytedance/seedance-2.0/text-to-video',
      headers,
      sends: {
        json: {
          prompt,
          duration: '5',
          aspect_ratio: '21:9',
          resolution: '720p',
          generate_audio: false,
          seed,
          end_user_id: 'user-1',
        },
      },
    },
    {
      name: 'of frames to Seedance, whose first one determines the shape',
      route: { model: 'bytedance/seedance-2.0/image-to-video' },
      request: { prompt, references: [last, first], generateAudio: true },
      path: '/bytedance/seedance-2.0/image-to-video',
      sends: {
        json: {
          prompt,
          duration: '5',
          resolution: '720p',
          generate_audio: true,
          seed,
          image_url: dataUrlOf(first),
          end_image_url: dataUrlOf(last),
        },
      },
    },
    {
      name: 'of a text to Kling, which has neither a resolution nor a seed',
      route: { model: 'fal-ai/kling-video/v3/standard/text-to-video' },
      request: { prompt },
      path: '/fal-ai/kling-video/v3/standard/text-to-video',
      sends: {
        json: { prompt, duration: '5', aspect_ratio: '16:9', generate_audio: false },
      },
    },
    {
      name: 'of frames, under the names of Kling',
      route: { model: 'fal-ai/kling-video/v3/pro/image-to-video' },
      request: { prompt, resolution: '1080p', references: [first, last], generateAudio: true },
      path: '/fal-ai/kling-video/v3/pro/image-to-video',
      sends: {
        json: {
          prompt,
          duration: '5',
          generate_audio: true,
          start_image_url: dataUrlOf(first),
          end_image_url: dataUrlOf(last),
        },
      },
    },
    {
      name: 'of a model that is not in the table, without a seed',
      route: { model: 'maker/new/video' },
      request: { prompt, references: [first, image] },
      path: '/maker/new/video',
      sends: {
        json: {
          prompt,
          duration: '5',
          aspect_ratio: '16:9',
          resolution: '720p',
          generate_audio: false,
          image_url: dataUrlOf(first),
          image_urls: [dataUrlOf(image)],
        },
      },
    },
  ]);

  it('[providers.fal.requests] has no options', () => {
    expect(() => fal.describe({ region: 'eu' })).toThrow('not have the option region');
  });
});
