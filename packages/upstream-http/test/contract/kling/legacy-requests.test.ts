import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { kling } from '../../../src/kling/index.ts';
import { holdsDescriptionLaws } from '../../support/description-laws.ts';
import { holdsVideoModelLaws } from '../../support/video-model-laws.ts';
import { type GoldenRequest, holdsGoldenRequests } from '../../support/golden-requests.ts';
import { sampleCorrelationId, sampleReference } from '../../support/sample-request.ts';

const ids = '[providers.kling.requests]';
const prompt = 'The astronaut stood up and walked away';
const first = sampleReference('first_frame');
const last = sampleReference('last_frame');
const image = sampleReference('reference_image');
const always = {
  prompt,
  mode: 'std',
  sound: 'off',
  duration: '5',
  external_task_id: sampleCorrelationId,
  watermark_info: { enabled: false },
};

function base64({ sha256 }: { readonly sha256: string }): string {
  return Buffer.from(sha256).toString('base64');
}

const aspects = ['16:9', '9:16', '1:1'] as const;
const modes = [
  ['720p', 'std'],
  ['1080p', 'pro'],
] as const;
const inAllShapes: readonly GoldenRequest[] = aspects.flatMap((aspectRatio) =>
  modes.flatMap(([resolution, mode]) =>
    [true, false].map((generateAudio) => ({
      name: `of a text, ${aspectRatio} at ${resolution}, ${generateAudio ? 'with' : 'without'} sound`,
      route: { model: 'kling-v3' },
      request: { prompt, aspectRatio, resolution, generateAudio },
      path: '/v1/videos/text2video',
      sends: {
        json: {
          ...always,
          model_name: 'kling-v3',
          mode,
          sound: generateAudio ? 'on' : 'off',
          aspect_ratio: aspectRatio,
        },
      },
    })),
  ),
);

describe('[providers.kling.requests] Kling’s former interface', () => {
  const description = kling.describe({ dialect: 'legacy' });
  holdsDescriptionLaws(ids, description);
  holdsVideoModelLaws(ids, description);
  holdsGoldenRequests(ids, description, [
    ...inAllShapes,
    {
      name: 'of a text',
      route: { model: 'kling-v3' },
      request: { prompt, aspectRatio: '9:16', negativePrompt: 'rain' },
      path: '/v1/videos/text2video',
      sends: {
        json: {
          ...always,
          model_name: 'kling-v3',
          negative_prompt: 'rain',
          aspect_ratio: '9:16',
        },
      },
    },
    {
      name: 'of a text with sound at 1080p, and a constant',
      route: { model: 'kling-v2-6', fixed: { cfg_scale: 0.5, mode: 'std' } },
      request: { prompt, resolution: '1080p', generateAudio: true, durationSeconds: 10 },
      path: '/v1/videos/text2video',
      sends: {
        json: {
          ...always,
          model_name: 'kling-v2-6',
          mode: 'pro',
          sound: 'on',
          duration: '10',
          aspect_ratio: '16:9',
          cfg_scale: 0.5,
        },
      },
    },
    {
      name: 'of a first frame',
      route: { model: 'kling-v3' },
      request: { prompt, references: [first] },
      path: '/v1/videos/image2video',
      sends: { json: { ...always, model_name: 'kling-v3', image: base64(first) } },
    },
    {
      name: 'of a first and a last frame',
      route: { model: 'kling-v3' },
      request: { prompt, references: [last, first] },
      path: '/v1/videos/image2video',
      sends: {
        json: {
          ...always,
          model_name: 'kling-v3',
          image: base64(first),
          image_tail: base64(last),
        },
      },
    },
    {
      name: 'of an image it refers to',
      route: { model: 'kling-v3-omni' },
      request: { prompt, references: [image] },
      path: '/v1/videos/omni-video',
      sends: {
        json: {
          ...always,
          model_name: 'kling-v3-omni',
          aspect_ratio: '16:9',
          image_list: [{ image_url: base64(image) }],
        },
      },
    },
    {
      name: 'of frames beside an image it refers to',
      route: { model: 'kling-v3-omni' },
      request: { prompt, references: [image, first, last] },
      path: '/v1/videos/omni-video',
      sends: {
        json: {
          ...always,
          model_name: 'kling-v3-omni',
          image_list: [
            { image_url: base64(first), type: 'first_frame' },
            { image_url: base64(last), type: 'end_frame' },
            { image_url: base64(image) },
          ],
        },
      },
    },
  ]);

  it('[providers.kling.requests] signs a token of the pair for half an hour from five seconds ago (RFC 7519, HS256)', () => {
    const secret = JSON.stringify({ access_key: 'ak-1', secret_key: 'sk-1' });
    const now = Date.UTC(2026, 10, 23, 12, 0, 0, 999);
    const { authorization = '' } = description.credential.headers(secret, now);
    const [header = '', payload = '', signature] = authorization.replace('Bearer ', '').split('.');
    const seconds = Date.UTC(2026, 10, 23, 12) / 1_000;
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
      alg: 'HS256',
      typ: 'JWT',
    });
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual({
      iss: 'ak-1',
      exp: seconds + 1_800,
      nbf: seconds - 5,
    });
    const expected = createHmac('sha256', 'sk-1').update(`${header}.${payload}`);
    expect(signature).toBe(expected.digest('base64url'));
    expect(authorization).not.toContain('sk-1');
  });

  it.each([
    '',
    'one key',
    '{}',
    '{"access_key":"a"}',
    '{"access_key":"","secret_key":"s"}',
    'null',
  ])('[providers.kling.requests] sends no login with the secret %j, and does not throw', (secret) =>
    expect(description.credential.headers(secret, 0)).toEqual({}),
  );

  it('[providers.kling.requests] refuses a dialect and an option it does not know by name', () => {
    expect(() => kling.describe({ dialect: 'older' })).toThrow('current, legacy');
    expect(() => kling.describe({ dialect: 'constructor' })).toThrow('current, legacy');
    expect(() => kling.describe({ region: 'eu' })).toThrow('not have the option region');
  });
});
