import { describe, expect, it } from 'vitest';
import { replicate } from '../../../src/replicate/index.ts';
import { type GoldenRequest, holdsGoldenRequests } from '../../support/golden-requests.ts';
import {
  dataUrlOf,
  sampleAccount,
  sampleCorrelationId,
  sampleReference,
  sampleRequest,
  sampleRoute,
} from '../../support/sample-request.ts';

/*
 * Read on 2026-12-01: https://replicate.com/black-forest-labs/flux-kontext-pro/api and …/flux-kontext-max/api, of a
 * version each.
 */
const ids = '[providers.replicate.images]';
const description = replicate.describe({});
const prompt = 'Make this a 90s cartoon';
/** The seed of the sample submission. */
const seed = 307_748_238;
const picture = { mediaType: 'image', durationSeconds: null, resolution: '1k', prompt } as const;
const image = sampleReference('reference_image');
const pro = 'black-forest-labs/flux-kontext-pro';
const max = 'black-forest-labs/flux-kontext-max';
const pathOf = (model: string) => `/models/${model}/predictions`;

const golden: readonly GoldenRequest[] = [
  ...(['21:9', '16:9', '3:2', '4:3', '1:1', '3:4', '2:3', '9:16', '9:21'] as const).map(
    (aspectRatio) => ({
      name: `of a text to FLUX.1 Kontext Pro, ${aspectRatio}`,
      route: { model: pro },
      request: { ...picture, aspectRatio },
      path: pathOf(pro),
      sends: { json: { input: { prompt, aspect_ratio: aspectRatio, seed } } },
    }),
  ),
  {
    name: 'of an image to FLUX.1 Kontext Max, with constants beside the fields',
    route: {
      model: max,
      fixed: { 'input.output_format': 'png', 'input.seed': 7, 'input.input_image': 'x' },
    },
    request: { ...picture, aspectRatio: '3:2', references: [image] },
    path: pathOf(max),
    sends: {
      json: {
        input: {
          prompt,
          aspect_ratio: '3:2',
          seed,
          input_image: dataUrlOf(image),
          output_format: 'png',
        },
      },
    },
  },
];

holdsGoldenRequests(ids, description, golden);

/** US dollars for an image, as callers repeat the pages of Replicate's models. */
const prices: { readonly [family: string]: number } = {
  'replicate-flux-kontext-pro': 0.04,
  'replicate-flux-kontext-max': 0.08,
};

describe('[providers.replicate.images] images at Replicate', () => {
  it.each([
    [pro, { mediaType: 'video', durationSeconds: 5 }, 'mediaType'],
    [pro, { references: [image, image] }, 'references'],
    [pro, { references: [sampleReference('first_frame')] }, 'references'],
    [pro, { references: [{ ...image, contentType: 'image/gif' }] }, 'references'],
    [pro, { resolution: '2k' }, 'resolution'],
    [max, { prompt: 'x'.repeat(4_001) }, 'prompt'],
    ['bytedance/seedream-4', {}, 'model'],
    ['google/veo-3.1', {}, 'mediaType'],
  ] as const)(`${ids} by %s with %j are refused by %s`, (model, given, parameter) => {
    const said = description.accepts(
      sampleRoute({ model }),
      sampleRequest({ ...picture, aspectRatio: '1:1', ...given }),
    );
    expect(said).toMatchObject({ kind: 'not-accepted', parameter });
  });

  it.each((description.families ?? []).filter(({ mediaType }) => mediaType === 'image'))(
    `${ids} of the family $id are taken in each combination, at the price that callers repeat`,
    ({ id, model, aspectRatios, references, creditsPerSecond, route }) => {
      for (const aspectRatio of aspectRatios)
        for (const count of [references.minimum, references.maximum])
          expect(
            description.accepts(
              sampleRoute({ model: typeof model === 'string' ? model : '' }),
              sampleRequest({
                ...picture,
                aspectRatio,
                references: Array.from({ length: count }, () => image),
              }),
            ),
          ).toEqual({ kind: 'accepted', size: 'as-made' });
      const dollars = prices[id] ?? Number.NaN;
      expect(creditsPerSecond['1k']).toBeCloseTo(100 * dollars, 6);
      expect(route.cost?.perSecond?.['1k']).toBeCloseTo(1_000_000 * dollars, 6);
    },
  );

  it(`${ids} ask for a notice as videos do, and name a large image that was uploaded before`, () => {
    const large = { ...image, size: 1_000_001 };
    const call = description.build({
      route: sampleRoute({ model: pro }),
      request: sampleRequest({ ...picture, references: [large] }),
      account: sampleAccount,
      correlationId: sampleCorrelationId,
      noticeUrl: 'https://films.example/notices/1',
    });
    const { sha256, contentType } = large;
    expect(call.body).toMatchObject({
      value: {
        input: { input_image: { $asset: { sha256, contentType, as: 'uploaded' } } },
        webhook: 'https://films.example/notices/1',
        webhook_events_filter: ['completed'],
      },
    });
  });

  it.each([
    ['https://replicate.delivery/xezq/a/tmp.png'],
    [['https://replicate.delivery/xezq/a/tmp.png']],
  ])(`${ids} are read where a video is: %j`, (output) => {
    const body = { id: 'p1', model: pro, status: 'succeeded', output };
    expect(description.poll.read({ status: 200, body }, 'p1')).toEqual({
      kind: 'succeeded',
      output: {
        kind: 'foreign',
        at: 'https://replicate.delivery/xezq/a/tmp.png',
        mediaType: 'image',
      },
    });
    const video = { ...body, model: 'google/veo-3.1' };
    expect(description.poll.read({ status: 200, body: video }, 'p1')).toEqual({
      kind: 'succeeded',
      output: { kind: 'foreign', at: 'https://replicate.delivery/xezq/a/tmp.png' },
    });
  });
});
