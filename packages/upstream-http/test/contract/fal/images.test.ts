import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { fal } from '../../../src/fal/index.ts';
import { type GoldenRequest, holdsGoldenRequests } from '../../support/golden-requests.ts';
import {
  dataUrlOf,
  sampleReference,
  sampleRequest,
  sampleRoute,
} from '../../support/sample-request.ts';

/*
 * Read on 2026-12-01: the inputs and outputs of the models' own pages, such as
 * https://fal.ai/models/fal-ai/bytedance/seedream/v4/edit/llms.txt.
 */
const ids = '[providers.fal.images]';
const description = fal.describe({});
const prompt = 'Put a donut next to the flour.';
/** The seed of the sample submission. */
const seed = 307_748_238;
const picture = { mediaType: 'image', durationSeconds: null, resolution: '1k', prompt } as const;
const image = sampleReference('reference_image');
const other = sampleReference('reference_image', { assetId: 'two', contentType: 'image/jpeg' });
const kontext = 'fal-ai/flux-pro/kontext';
const seedream = 'fal-ai/bytedance/seedream/v4/edit';
const banana = 'fal-ai/nano-banana-2';
const headers = { authorization: 'Key secret-key-1', 'x-fal-no-retry': '1' };
const one = { prompt, num_images: 1, seed };

const sizes = [
  ['21:9', 3_024, 1_296],
  ['16:9', 2_560, 1_440],
  ['3:2', 2_496, 1_664],
  ['4:3', 2_304, 1_728],
  ['1:1', 2_048, 2_048],
  ['3:4', 1_728, 2_304],
  ['2:3', 1_664, 2_496],
  ['9:16', 1_440, 2_560],
] as const;

const golden: readonly GoldenRequest[] = [
  ...sizes.map(([aspectRatio, width, height]) => ({
    name: `of images to Seedream, ${aspectRatio} in pixels`,
    route: { model: seedream },
    request: { ...picture, resolution: '2k' as const, aspectRatio, references: [image, other] },
    path: `/${seedream}`,
    headers,
    sends: {
      json: {
        ...one,
        max_images: 1,
        image_size: { width, height },
        image_urls: [dataUrlOf(image), dataUrlOf(other)],
      },
    },
  })),
  {
    name: 'of an image to FLUX.1 Kontext, with constants beside the fields',
    route: {
      model: kontext,
      fixed: { guidance_scale: 3.5, num_images: 4, seed: 7, duration: '5' },
    },
    request: { ...picture, aspectRatio: '9:21', references: [image] },
    path: `/${kontext}`,
    headers,
    sends: {
      json: { ...one, aspect_ratio: '9:21', image_url: dataUrlOf(image), guidance_scale: 3.5 },
    },
  },
  ...(['1k', '2k'] as const).map((resolution) => ({
    name: `of a text to Nano Banana 2, ${resolution}`,
    route: { model: banana },
    request: { ...picture, resolution, aspectRatio: '3:2' as const },
    path: `/${banana}`,
    sends: {
      json: {
        ...one,
        limit_generations: true,
        aspect_ratio: '3:2',
        resolution: resolution.toUpperCase(),
      },
    },
  })),
  {
    name: 'of images to Nano Banana 2',
    route: { model: `${banana}/edit` },
    request: { ...picture, aspectRatio: '1:1', references: [image] },
    path: `/${banana}/edit`,
    sends: {
      json: {
        ...one,
        limit_generations: true,
        aspect_ratio: '1:1',
        resolution: '1K',
        image_urls: [dataUrlOf(image)],
      },
    },
  },
];

holdsGoldenRequests(ids, description, golden);

/** US dollars for an image, on the pages of fal's models. */
const prices: { readonly [family: string]: { readonly [resolution: string]: number } } = {
  'fal-flux-kontext-pro-edit': { '1k': 0.04 },
  'fal-seedream-4.0-edit': { '2k': 0.03 },
  'fal-nano-banana-2': { '1k': 0.08, '2k': 0.12 },
  'fal-nano-banana-2-edit': { '1k': 0.08, '2k': 0.12 },
};

describe('[providers.fal.images] images at fal', () => {
  const many = (count: number) => Array.from({ length: count }, () => image);

  it.each([
    [kontext, { mediaType: 'video', durationSeconds: 5, references: [image] }, 'mediaType'],
    [kontext, {}, 'references'],
    [kontext, { references: many(2) }, 'references'],
    [kontext, { references: [sampleReference('first_frame')] }, 'references'],
    [kontext, { references: [image], resolution: '2k' }, 'resolution'],
    [seedream, { references: many(11), resolution: '2k' }, 'references'],
    [seedream, { references: [image], resolution: '2k', aspectRatio: '9:21' }, 'aspectRatio'],
    [banana, { references: [image] }, 'references'],
    [banana, { negativePrompt: 'rain' }, 'negativePrompt'],
    [banana, { prompt: 'x'.repeat(4_001) }, 'prompt'],
    [`${banana}/edit`, {}, 'references'],
    ['fal-ai/flux/dev', {}, 'model'],
    ['fal-ai/veo3.1', {}, 'mediaType'],
  ] as const)(`${ids} by %s with %j are refused by %s`, (model, given, parameter) => {
    const said = description.accepts(
      sampleRoute({ model }),
      sampleRequest({ ...picture, aspectRatio: '1:1', ...given }),
    );
    expect(said).toMatchObject({ kind: 'not-accepted', parameter });
  });

  it(`${ids} are expected in the pixels that are asked for, or in any where only a shape is`, () => {
    const sizeOf = (model: string, resolution: '1k' | '2k') =>
      description.accepts(
        sampleRoute({ model }),
        sampleRequest({ ...picture, resolution, references: [image] }),
      );
    const size = { width: 2_560, height: 1_440 };
    expect(sizeOf(seedream, '2k')).toEqual({ kind: 'accepted', size });
    expect(sizeOf(kontext, '1k')).toEqual({ kind: 'accepted', size: 'as-made' });
  });

  it.each((description.families ?? []).filter(({ mediaType }) => mediaType === 'image'))(
    `${ids} of the family $id are taken in each combination, at the price of its page`,
    ({ id, model, aspectRatios, resolutions, references, creditsPerSecond, route }) => {
      for (const aspectRatio of aspectRatios)
        for (const resolution of resolutions)
          for (const count of [references.minimum, references.maximum])
            expect(
              description.accepts(
                sampleRoute({ model: typeof model === 'string' ? model : '' }),
                sampleRequest({ ...picture, aspectRatio, resolution, references: many(count) }),
              ),
            ).toMatchObject({ kind: 'accepted' });
      expect(resolutions).toEqual(Object.keys(prices[id] ?? {}));
      for (const resolution of resolutions) {
        const dollars = prices[id]?.[resolution] ?? Number.NaN;
        expect(creditsPerSecond[resolution]).toBeCloseTo(100 * dollars, 6);
        expect(route.cost?.perSecond?.[resolution]).toBeCloseTo(1_000_000 * dollars, 6);
      }
    },
  );
});

describe('an image of a fal request', () => {
  const { poll, readAcceptance, naming } = description;
  const call = { path: `/${seedream}`, body: { kind: 'json', value: {} } } as const;
  const id = '764cabcf-b745-4b3e-ae38-1200304cf45b';
  const task = { app: 'fal-ai/bytedance', id, makes: 'image' };
  const url = 'https://v3b.fal.media/files/b/0a8d04e2/output.png';
  const file = { url, content_type: 'image/png', file_name: 'output.png', width: 2_048 };
  const completed = { status: 200, body: { status: 'COMPLETED', request_id: id } };
  const read = (body: JsonValue) => poll.read(completed, task, { status: 200, body });

  it(`${ids} is read where a video is, and the task says that it makes one`, () => {
    expect(readAcceptance({ status: 200, body: { request_id: id } }, call)).toEqual(task);
    expect(naming?.taskOf(id, call)).toEqual(task);
    expect(poll.request(task)).toEqual({ path: `/fal-ai/bytedance/requests/${id}/status` });
  });

  it.each([{ images: [file] }, { image: file }, { image: {}, images: [{}, file, { url: 'x' }] }])(
    `${ids} is the first of %j`,
    (body) => {
      expect(read({ ...body, seed: 7, has_nsfw_concepts: [false] })).toEqual({
        kind: 'succeeded',
        output: { kind: 'foreign', at: url, mediaType: 'image' },
        effective: { width: 2_048, seed: 7 },
      });
    },
  );

  it(`${ids} is the first of several, and the trail says that there are more`, () => {
    const said = read({ images: [file, { url: `${url}?2` }] });
    expect(said).toMatchObject({ kind: 'succeeded', output: { at: url }, unread: ['images'] });
  });

  it.each([{ images: [] }, { images: [{}] }, { image: null }, { video: { url } }, {}])(
    `${ids} is not in %j, which says nothing`,
    (body) => {
      expect(read(body)).toMatchObject({ kind: 'unclear' });
    },
  );

  it(`${ids} is no video: one that was ordered is not taken from a list of images`, () => {
    const { makes: _, ...video } = task;
    const body = { images: [file] };
    expect(poll.read(completed, video, { status: 200, body })).toMatchObject({ kind: 'unclear' });
  });
});
