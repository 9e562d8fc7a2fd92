import { describe, expect, it } from 'vitest';
import { google } from '../../../src/google/index.ts';
import { type GoldenRequest, holdsGoldenRequests } from '../../support/golden-requests.ts';
import { openEngine, submitSample } from '../../support/open-engine.ts';
import {
  readSampleAsset,
  sampleReference,
  sampleRequest,
  sampleRoute,
} from '../../support/sample-request.ts';

const description = google.describe({});
const model = 'gemini-nano-banana-2.1';
const path = `/v1beta/models/${model}:generateContent`;
const prompt = 'A paper boat on a rainy street';
const picture = { mediaType: 'image', durationSeconds: null, resolution: '2k' } as const;
const image = sampleReference('reference_image');
const base64 = Buffer.from(await readSampleAsset(image.sha256)).toString('base64');
const config = (aspectRatio: string, imageSize: string) => ({
  generationConfig: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio, imageSize } },
});

const shapes = ['21:9', '16:9', '3:2', '4:3', '1:1', '3:4', '2:3', '9:16'] as const;
const golden: readonly GoldenRequest[] = [
  ...shapes.flatMap((aspectRatio) =>
    (['1k', '2k'] as const).map((resolution) => ({
      name: `of a text, ${aspectRatio} in ${resolution}`,
      route: { model },
      request: { ...picture, prompt, aspectRatio, resolution },
      path,
      headers: { 'x-goog-api-key': 'secret-key-1' },
      sends: {
        json: {
          contents: [{ role: 'user', parts: [{ text: prompt }] }],
          ...config(aspectRatio, resolution.toUpperCase()),
        },
      },
    })),
  ),
  {
    name: 'of images, with a constant beside the fields',
    route: { model, fixed: { safetySettings: [], contents: 1 } },
    request: { ...picture, prompt, aspectRatio: '1:1', references: [image] },
    path,
    sends: {
      json: {
        contents: [
          {
            role: 'user',
            parts: [{ text: prompt }, { inlineData: { mimeType: 'image/png', data: base64 } }],
          },
        ],
        ...config('1:1', '2K'),
        safetySettings: [],
      },
    },
  },
];

holdsGoldenRequests('[providers.google.images]', description, golden);

const png = 'iVBORw0KGgo=';
const usageMetadata = {
  promptTokenCount: 20,
  candidatesTokenCount: 1_130,
  thoughtsTokenCount: 5,
  candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1_120 }],
};
const part = (data: string, more: object = {}) => ({
  inlineData: { mimeType: 'image/png', data },
  ...more,
});
const bodyOf = (parts: readonly object[], more: object = {}) => ({
  candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', ...more }],
  usageMetadata,
  modelVersion: model,
  responseId: 'r-1',
});

async function submit(body: object) {
  const { client } = openEngine(description, () => ({
    status: 200,
    body: JSON.parse(JSON.stringify(body)),
  }));
  return await submitSample(client, {
    route: { model },
    request: { ...picture, aspectRatio: '1:1' },
  });
}

describe('an image of Gemini', () => {
  it('[providers.google.images] is in the response, with what it cost', async () => {
    const draft = part('ZHJhZnQ=', { thought: true });
    expect(await submit(bodyOf([{ text: 'Here it is.' }, part(png), draft]))).toEqual({
      kind: 'delivered',
      bytes: Buffer.from(png, 'base64'),
      usage: {
        unit: 'usd',
        amount: Math.ceil(20 * 1.5 + 15 * 7.5 + 1_120 * 30),
        figures: { input_tokens: 20, word_tokens: 15, media_tokens: 1_120 },
      },
    });
  });

  it.each(['gemini-9-image', 'toString'])(
    '[providers.google.images] of %s, without known prices, costs what the route says',
    async (modelVersion) => {
      const outcome = await submit({ ...bodyOf([part(png)]), modelVersion });
      expect(outcome).toEqual({ kind: 'delivered', bytes: Buffer.from(png, 'base64') });
    },
  );

  it.each([
    ['a blocked prompt', { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }],
    ['a withheld image', { candidates: [{ finishReason: 'IMAGE_SAFETY' }], usageMetadata: {} }],
    [
      'words in place of an image',
      {
        ...bodyOf([{ text: 'Hm.', thought: true }, { text: 'I cannot draw this.' }]),
        usageMetadata: {},
      },
    ],
  ])('[providers.google.images] is refused in a response with %s', async (_name, body) => {
    expect(await submit(body)).toMatchObject({
      kind: 'rejected',
      error: { kind: 'policy', scope: 'request', charge: 'not-charged' },
    });
  });

  it.each([
    ['nothing', {}],
    ['no parts', { candidates: [{ finishReason: 'STOP' }] }],
    ['no image, for another reason', { candidates: [{ finishReason: 'OTHER' }], usageMetadata }],
    ['counted tokens of an image, and none', bodyOf([{ text: 'Here it is.' }])],
    ['thoughts alone', { ...bodyOf([{ text: 'Hm.', thought: true }]), usageMetadata: {} }],
    [
      'words that were cut off',
      { ...bodyOf([{ text: 'I can' }], { finishReason: 'MAX_TOKENS' }), usageMetadata: {} },
    ],
    [
      'an image in another form',
      { ...bodyOf([{ text: 'Here.' }, { fileData: { fileUri: 'x' } }]), usageMetadata: {} },
    ],
    ['an empty image', bodyOf([part('')])],
    [
      'safety beside an image that is not readable',
      bodyOf([part('', {})], { finishReason: 'IMAGE_SAFETY' }),
    ],
  ])('[providers.google.images] is unknown after a response with %s', async (_name, body) => {
    expect((await submit(body)).kind).toBe('unknown');
  });

  it.each([
    ['mediaType', { ...picture, mediaType: 'video', durationSeconds: 5 }],
    ['aspectRatio', { ...picture, aspectRatio: '9:21' }],
    ['references', { ...picture, references: Array.from({ length: 15 }, () => image) }],
    ['references', { ...picture, references: [sampleReference('first_frame')] }],
  ] as const)(
    '[providers.google.images] is refused by %s beyond the model',
    (parameter, request) => {
      const said = description.accepts(
        sampleRoute({ model }),
        sampleRequest({ aspectRatio: '1:1', ...request }),
      );
      expect(said).toMatchObject({ kind: 'not-accepted', parameter });
    },
  );

  it('[providers.google.images] is ordered by its own call, beside the videos of the same key', () => {
    expect(description.atOnce?.isFor?.({ path })).toBe(true);
    expect(description.atOnce?.isFor?.({ path: '/v1beta/interactions' })).toBe(false);
  });
});
