import { describe, expect, it } from 'vitest';
import { replicate } from '../../../src/replicate/index.ts';
import { holdsDescriptionLaws } from '../../support/description-laws.ts';
import { type GoldenRequest, holdsGoldenRequests } from '../../support/golden-requests.ts';
import {
  dataUrlOf,
  sampleAccount,
  sampleCorrelationId,
  sampleReference,
  sampleRequest,
  sampleRoute,
} from '../../support/sample-request.ts';
import { holdsVideoModelLaws } from '../../support/video-model-laws.ts';

/*
 * Read on 2026-11-30: https://replicate.com/changelog/2025-01-29-official-models has the path and the body, and the
 * examples of the models' own pages have the inputs (replicate.com/p/7a6v7zv0qhrmc0csx22rdrd568,
 * btfhsk0brdrme0cswz1svpa1t0, wckk6zjh01rmt0cxdt09fmsdzw and r4gjh9x961rmw0cvetdrrwz9v0, for example).
 */
const ids = '[providers.replicate.requests]';
const prompt = 'A golden retriever puppy chasing butterflies';
const first = sampleReference('first_frame');
const last = sampleReference('last_frame', { contentType: 'image/jpeg' });
const image = sampleReference('reference_image');
const other = sampleReference('reference_image', { assetId: 'other' });
/** The seed of the sample submission. */
const seed = 307_748_238;
const path = '/models/google/veo-3.1/predictions';
const fastPath = '/models/google/veo-3.1-fast/predictions';
const seedancePath = '/models/bytedance/seedance-2.0/predictions';
const klingPath = '/models/kwaivgi/kling-v2.6/predictions';
const wide = { aspect_ratio: '16:9', resolution: '720p' };

const inAllShapes: readonly GoldenRequest[] = (['16:9', '9:16'] as const).flatMap((aspectRatio) =>
  (['720p', '1080p'] as const).flatMap((resolution) =>
    [true, false].map((generateAudio) => ({
      name: `of a text, ${aspectRatio} at ${resolution}, ${generateAudio ? 'with' : 'without'} sound`,
      route: { model: 'google/veo-3.1' },
      request: { prompt, aspectRatio, resolution, durationSeconds: 8, generateAudio },
      path,
      sends: {
        json: {
          input: {
            prompt,
            duration: 8,
            aspect_ratio: aspectRatio,
            resolution,
            generate_audio: generateAudio,
            seed,
          },
        },
      },
    })),
  ),
);

describe('[providers.replicate.requests] Replicate', () => {
  const description = replicate.describe({});
  holdsDescriptionLaws(ids, description);
  holdsVideoModelLaws(ids, description);
  holdsGoldenRequests(ids, description, [
    ...inAllShapes,
    {
      name: 'of reference images, in their order',
      route: { model: 'google/veo-3.1' },
      request: { prompt, durationSeconds: 8, references: [other, image] },
      path,
      headers: { authorization: 'Bearer secret-key-1' },
      sends: {
        json: {
          input: {
            prompt,
            duration: 8,
            ...wide,
            generate_audio: false,
            seed,
            reference_images: [dataUrlOf(other), dataUrlOf(image)],
          },
        },
      },
    },
    {
      name: 'of a first and a last frame, with constants beside the fields',
      route: {
        model: 'google/veo-3.1-fast',
        fixed: { 'input.negative_prompt': 'rain', 'input.seed': 7, 'input.image': 'x', input: 1 },
      },
      request: { prompt, durationSeconds: 8, references: [last, first], generateAudio: true },
      path: fastPath,
      sends: {
        json: {
          input: {
            prompt,
            duration: 8,
            ...wide,
            generate_audio: true,
            seed,
            image: dataUrlOf(first),
            last_frame: dataUrlOf(last),
            negative_prompt: 'rain',
          },
        },
      },
    },
    {
      name: 'of frames, under the names of Seedance',
      route: { model: 'bytedance/seedance-2.0' },
      request: { prompt, references: [first, last], generateAudio: true },
      path: seedancePath,
      sends: {
        json: {
          input: {
            prompt,
            duration: 5,
            ...wide,
            generate_audio: true,
            seed,
            image: dataUrlOf(first),
            last_frame_image: dataUrlOf(last),
          },
        },
      },
    },
    {
      name: 'of a first frame, under the names of Kling, which has neither a resolution nor a seed',
      route: { model: 'kwaivgi/kling-v2.6' },
      request: { prompt, resolution: '1080p', references: [first] },
      path: klingPath,
      sends: {
        json: {
          input: {
            prompt,
            duration: 5,
            aspect_ratio: '16:9',
            generate_audio: false,
            start_image: dataUrlOf(first),
          },
        },
      },
    },
    {
      name: 'of a model that is not in the table, without a seed',
      route: { model: 'maker/new' },
      request: { prompt, references: [first] },
      path: '/models/maker/new/predictions',
      sends: {
        json: {
          input: {
            prompt,
            duration: 5,
            ...wide,
            generate_audio: false,
            image: dataUrlOf(first),
          },
        },
      },
    },
  ]);

  it('[providers.replicate.requests] has no options', () => {
    expect(() => replicate.describe({ region: 'eu' })).toThrow('not have the option region');
  });

  it('[providers.replicate.finds] each submission has a seed of its own, from 1 to the largest of 31 bits', () => {
    const seeds = Array.from({ length: 1_000 }, (_, index) => {
      const { body } = description.build({
        route: sampleRoute({ model: 'google/veo-3.1' }),
        request: sampleRequest({ durationSeconds: 8 }),
        account: sampleAccount,
        correlationId: `${sampleCorrelationId}${index}`,
        noticeUrl: null,
      });
      return Number(/"seed":(\d+)/.exec(JSON.stringify(body))?.[1]);
    });
    expect(new Set(seeds).size).toBe(1_000);
    expect(Math.min(...seeds)).toBeGreaterThan(0);
    expect(Math.max(...seeds)).toBeLessThan(2 ** 31);
  });
});
