import { describe, expect, it } from 'vitest';
import { openaiVideos } from '../../../src/openai-videos/index.ts';
import { holdsDescriptionLaws } from '../../support/description-laws.ts';
import { everySize } from '../../support/every-size.ts';
import { type GoldenRequest, holdsGoldenRequests } from '../../support/golden-requests.ts';
import {
  dataUrlOf,
  sampleCorrelationId,
  sampleReference,
  sampleRequest,
  sampleRoute,
} from '../../support/sample-request.ts';

const id = '[providers.openai-videos.requests]';
const first = sampleReference('first_frame');
const last = sampleReference('last_frame');
const reference = sampleReference('reference_image');
const prompt = 'A paper boat on a rainy street';
const path = '/videos';

const plain = { model: 'model-1', prompt, seconds: '5', size: '1280x720' };
const bearer = { authorization: 'Bearer secret-key-1' };

/** Returns a video of each shape in each resolution. */
function inEverySize(
  sends: (video: (typeof everySize)[number]) => GoldenRequest['sends'],
): readonly GoldenRequest[] {
  return everySize.map(({ aspectRatio, resolution, size }) => ({
    name: `of ${aspectRatio} at ${resolution}`,
    request: { aspectRatio, resolution },
    path,
    sends: sends({ aspectRatio, resolution, size }),
  }));
}

describe('[providers.openai-videos.requests] the standard dialect', () => {
  const description = openaiVideos.describe({});
  holdsDescriptionLaws(id, description);
  holdsGoldenRequests(id, description, [
    { name: 'of a text', path, headers: bearer, sends: { json: plain } },
    {
      name: 'of a first frame',
      request: { references: [first], resolution: '1080p', durationSeconds: 12 },
      path,
      sends: {
        json: {
          ...plain,
          seconds: '12',
          size: '1920x1080',
          input_reference: { image_url: dataUrlOf(first) },
        },
      },
    },
    {
      name: 'of a reference and a constant',
      request: { references: [reference] },
      route: { model: 'wan-2.2', fixed: { fps: 24 } },
      path,
      sends: {
        json: {
          ...plain,
          fps: 24,
          model: 'wan-2.2',
          input_reference: { image_url: dataUrlOf(reference) },
        },
      },
    },
    {
      name: 'with sound, for which it has no word',
      request: { generateAudio: true },
      path,
      sends: { json: plain },
    },
    ...inEverySize(({ size }) => ({ json: { ...plain, size } })),
  ]);

  it.each([
    [{ mediaType: 'image', durationSeconds: null }, 'mediaType'],
    [{ negativePrompt: 'no rain' }, 'negativePrompt'],
    [{ references: [first, last] }, 'references'],
    [{ references: [last] }, 'references'],
    [{ references: [sampleReference('reference_video')] }, 'references'],
  ] as const)(`${id} cannot be told %j`, (given, parameter) => {
    const said = description.accepts(sampleRoute(), sampleRequest(given));
    expect(said).toMatchObject({ kind: 'not-accepted', parameter });
  });
});

describe('the dialect of vLLM-Omni', () => {
  const description = openaiVideos.describe({ dialect: 'vllm-omni' });
  const parts = Object.entries(plain);
  holdsDescriptionLaws(id, description);
  holdsGoldenRequests(id, description, [
    { name: 'of a text', path, headers: bearer, sends: { parts } },
    {
      name: 'of a first frame',
      request: { references: [first], negativePrompt: 'rain' },
      path,
      sends: {
        parts: [
          ...parts.slice(0, 2),
          ['negative_prompt', 'rain'],
          ...parts.slice(2),
          ['input_reference', 'reference.png; image/png; first_frame-one'],
        ],
      },
    },
    {
      name: 'with constants',
      route: { fixed: { num_inference_steps: 40, guidance: 'low' } },
      path,
      sends: { parts: [['num_inference_steps', '40'], ['guidance', 'low'], ...parts] },
    },
    {
      name: 'of an image it refers to, with sound, for which it has no word',
      request: { references: [reference], generateAudio: true },
      path,
      sends: {
        parts: [...parts, ['input_reference', 'reference.png; image/png; reference_image-one']],
      },
    },
    ...inEverySize(({ size }) => ({ parts: [...parts.slice(0, 3), ['size', size]] })),
  ]);
});

describe('the dialect of another gateway', () => {
  const description = openaiVideos.describe({ dialect: 'filmgate' });
  const own = { resolution: '720p', aspect_ratio: '16:9', generate_audio: false };
  const headers = { ...bearer, 'idempotency-key': sampleCorrelationId };
  holdsDescriptionLaws(id, description);
  holdsGoldenRequests(`${id}[providers.openai-videos.filmgate]`, description, [
    { name: 'of a text', path, headers, sends: { json: { ...plain, ...own } } },
    {
      name: 'with sound',
      request: { generateAudio: true },
      path,
      sends: { json: { ...plain, ...own, generate_audio: true } },
    },
    {
      name: 'of a first and a last frame and a reference',
      request: { references: [first, last, reference] },
      path,
      sends: {
        json: {
          ...plain,
          ...own,
          images: [first, last, reference].map((one) => ({ url: dataUrlOf(one), role: one.role })),
        },
      },
    },
    {
      name: 'of a first frame',
      request: { references: [first] },
      path,
      sends: {
        json: { ...plain, ...own, images: [{ url: dataUrlOf(first), role: 'first_frame' }] },
      },
    },
    ...inEverySize(({ size, resolution, aspectRatio }) => ({
      json: { ...plain, ...own, size, resolution, aspect_ratio: aspectRatio },
    })),
  ]);

  it(`${id} accepts nine images, not ten`, () => {
    const references = Array.from({ length: 10 }, () => reference);
    const of = (count: number) =>
      description.accepts(sampleRoute(), sampleRequest({ references: references.slice(0, count) }));
    expect([of(9).kind, of(10).kind]).toEqual(['accepted', 'not-accepted']);
  });
});

describe('the options of an endpoint', () => {
  it(`${id} change one thing of a dialect`, () => {
    const numbers = openaiVideos.describe({ dialect: { seconds: 'number' } });
    const build = {
      request: sampleRequest(),
      route: sampleRoute(),
      account: { id: 'a' },
      correlationId: 'c',
      noticeUrl: null,
    };
    expect(numbers.build(build).body).toMatchObject({ value: { seconds: 5 } });
    const listed = openaiVideos.describe({ dialect: { like: 'vllm-omni', list: true } });
    expect([listed.find?.kind, listed.build(build).body.kind]).toEqual(['list', 'multipart']);
  });

  it.each([
    [{ dialekt: 'standard' }, 'does not have the option "dialekt"'],
    [{ dialect: 'sora' }, 'one of standard, vllm-omni, filmgate'],
    [{ dialect: { bodi: 'json' } }, 'does not have the field "bodi"'],
    [{ dialect: { body: 'xml' } }, '"dialect.body"'],
    [{ dialect: 7 }, 'one of standard'],
  ])('%j is refused', (options, message) => {
    expect(() => openaiVideos.describe(options)).toThrow(message);
  });
});
