import { describe, expect, it } from 'vitest';
import { ark } from '../../../src/ark/index.ts';
import { type GoldenRequest, holdsGoldenRequests } from '../../support/golden-requests.ts';
import {
  dataUrlOf,
  sampleReference,
  sampleRequest,
  sampleRoute,
} from '../../support/sample-request.ts';

const description = ark.describe({});
const model = 'seedream-4-5-251128';
const prompt = 'A paper boat on a rainy street';
const path = '/images/generations';
const usual = {
  model,
  prompt,
  sequential_image_generation: 'disabled',
  response_format: 'url',
  watermark: false,
};
const picture = { mediaType: 'image', durationSeconds: null, resolution: '2k' } as const;
const image = sampleReference('reference_image');

const sizes = [
  ['21:9', '3024x1296'],
  ['16:9', '2560x1440'],
  ['3:2', '2496x1664'],
  ['4:3', '2304x1728'],
  ['1:1', '2048x2048'],
  ['3:4', '1728x2304'],
  ['2:3', '1664x2496'],
  ['9:16', '1440x2560'],
] as const;

const golden: readonly GoldenRequest[] = [
  ...sizes.map(([aspectRatio, size]) => ({
    name: `of a text, ${aspectRatio}`,
    route: { model },
    request: { ...picture, prompt, aspectRatio },
    path,
    sends: { json: { ...usual, size } },
  })),
  {
    name: 'of an image',
    route: { model, fixed: { seed: 7, size: '4K', content: [] } },
    request: { ...picture, prompt, aspectRatio: '1:1', references: [image] },
    path,
    sends: { json: { ...usual, size: '2048x2048', image: [dataUrlOf(image)], seed: 7 } },
  },
];

holdsGoldenRequests('[providers.ark.images]', description, golden);

describe('images at ModelArk', () => {
  it.each([
    ['mediaType', { ...picture, mediaType: 'video', durationSeconds: 5 }],
    ['aspectRatio', { ...picture, aspectRatio: '9:21' }],
    ['prompt', { ...picture, prompt: 'x'.repeat(4_001) }],
    ['references', { ...picture, references: Array.from({ length: 15 }, () => image) }],
    ['references', { ...picture, references: [sampleReference('first_frame')] }],
  ] as const)('[providers.ark.images] are refused by %s beyond the model', (parameter, request) => {
    const said = description.accepts(
      sampleRoute({ model }),
      sampleRequest({ aspectRatio: '1:1', ...request }),
    );
    expect(said).toMatchObject({ kind: 'not-accepted', parameter });
  });

  it('[providers.ark.images] are read from their response, with the tokens that are billed', () => {
    const usage = { generated_images: 1, output_tokens: 14_400, total_tokens: 14_400 };
    const url = 'https://ark.tos-ap-southeast-1.volces.com/seedream/1.jpeg?X-Tos-Signature=1';
    const body = { model, created: 1, data: [{ url, size: '2560x1440' }], usage };
    expect(description.atOnce?.read({ status: 200, body })).toEqual({
      output: { kind: 'foreign', at: url, mediaType: 'image' },
      usage: { unit: 'tokens', amount: 14_400, figures: usage },
    });
    // An image is waited for longer than a task, and is never taken for one.
    expect(description.atOnce?.sendTimeoutMs).toBe(600_000);
    expect(description.atOnce?.isFor?.({ path })).toBe(true);
    expect(description.atOnce?.isFor?.({ path: '/contents/generations/tasks' })).toBe(false);
  });
});
