import { afterAll, beforeAll, expect, it } from 'vitest';
import { arkPixels, arkRatios, arkResolutions } from '../../src/wires/ark/ark.ts';
import { ratioPixels } from '../../src/engine/ratio-pixels.ts';
import { klingAspects, klingResolutions } from '../../src/wires/kling/kling-submission.ts';
import { drawingProblem } from '../../src/media/drawing-limits.ts';
import { openPersonalityServer, callWire } from '../support/personalities/personality-server.ts';

let mock: Awaited<ReturnType<typeof openPersonalityServer>>;
beforeAll(async () => {
  mock = await openPersonalityServer();
});
afterAll(() => mock.close());

const submission = {
  correlation_id: 'job-1.1',
  model: 'vm_std-2.0',
  media_type: 'video',
  prompt: 'too large',
  negative_prompt: null,
  duration: 2,
  aspect_ratio: '16:9',
  resolution: '720p',
  width: 64,
  height: 36,
  audio: false,
  references: [],
};

it.each([
  [{ width: 4096, height: 4096 }, 'width and height: no H.264 level permits 256x256 macroblocks'],
  [{ width: 10_000, height: 16 }, 'width and height: no H.264 level permits 625x1 macroblocks'],
  [{ width: 33 }, 'width: an H.264 picture needs even sides'],
  [{ height: 0 }, 'height: an H.264 picture needs even sides'],
  [{ media_type: 'image', duration: null, height: 4098 }, 'height: a PNG side must be 1..4096'],
  [{ duration: 61 }, 'duration'],
])('[mock.drawable] %j is refused before it costs anything', async (given, words) => {
  const response = await callWire(`${mock.url}/v1/generations`, {
    body: { ...submission, ...given },
  });
  expect(response).toMatchObject({ status: 400, body: { error: { kind: 'invalid' } } });
  expect(response.text).toContain(words);
  expect(await mock.ledger()).toMatchObject({ accepted: 0, charged_credits: 0 });
});

it.each(['4096x4096', '9998x180', '321x180', '00x64'])(
  '[mock.drawable] openai-videos refuses the size %s in its own words',
  async (size) => {
    const body = { prompt: 'too large', seconds: '1', size };
    const refused = await mock.call('openai-videos', { path: '/v1/videos', body });
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_value' } } });
    expect(refused.text).toContain('size');
    expect(await mock.ledger()).toMatchObject({ accepted: 0, charged_credits: 0 });
  },
);

it('[mock.drawable] every size that kling and ark know by name can be drawn', () => {
  const sizes = [
    ...klingResolutions.flatMap((name) => klingAspects.map((aspect) => ratioPixels(name, aspect))),
    ...arkResolutions.flatMap((name) => arkRatios.map((ratio) => arkPixels(name, ratio))),
  ].filter((size) => size !== undefined);
  expect(sizes.length).toBeGreaterThan(20);
  for (const size of sizes) {
    expect(drawingProblem({ ...size, durationSeconds: 60 }), JSON.stringify(size)).toBeUndefined();
  }
});
