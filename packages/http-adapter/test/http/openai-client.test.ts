import OpenAI, { APIError } from 'openai';
import OpenAI6 from 'openai-6';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../doubles/raw-http.ts';
import { createTestApi, type TestApi } from '../doubles/video-task-test-api.ts';

async function start(): Promise<{ readonly api: TestApi; readonly baseURL: string }> {
  const api = await createTestApi();
  onTestFinished(() => api.app.close());
  return { api, baseURL: `http://127.0.0.1:${await listen(api.app)}/v1` };
}

describe.each([
  ['openai 7', OpenAI],
  ['openai 6', OpenAI6],
] as const)('the package %s', (_name, Client) => {
  it('creates, reads, lists and downloads', async () => {
    const { api, baseURL } = await start();
    const client = new Client({ baseURL, apiKey: 'alice-key' });
    const made = await client.videos.create({ prompt: 'a cat', seconds: '8', size: '720x1280' });
    expect(made).toMatchObject({
      object: 'video',
      status: 'in_progress',
      seconds: 8,
      size: '1080x1920',
    });
    api.gateway.complete(made.id, Buffer.from('movie'));
    expect(await client.videos.retrieve(made.id)).toMatchObject({
      status: 'completed',
      progress: 100,
    });
    const listed = [];
    for await (const video of client.videos.list()) listed.push(video.id);
    expect(listed).toEqual([made.id]);
    const content = await client.videos.downloadContent(made.id);
    expect(await content.text()).toBe('movie');
    const models = [];
    for await (const model of client.models.list()) models.push(model.id);
    expect(models).toEqual(['vm_std-2.0', 'vm_std-2.0_faceok']);
  });

  it('sends a file, and its bytes arrive', async () => {
    const { api, baseURL } = await start();
    const client = new Client({ baseURL, apiKey: 'alice-key' });
    const file = new File([new Uint8Array([1, 2, 3])], 'cat.png', { type: 'image/png' });
    await client.videos.create({ prompt: 'a cat', input_reference: file });
    expect(api.gateway.commands[0]?.draft.references).toMatchObject([
      { role: 'first_frame', source: { kind: 'bytes', bytes: new Uint8Array([1, 2, 3]) } },
    ]);
  });

  it.each([
    [
      'a conflict of credits',
      { kind: 'not-admitted', reason: 'credits-exhausted', retryAfterMs: null },
    ],
    [
      'an exhausted quota',
      { kind: 'quota-exhausted', usage: { used: 1, reserved: 0, held: 0, limit: 1 }, cost: 1 },
    ],
  ] as const)('posts once on %s [errors.no-retry-on-conflict]', async (_what, result) => {
    const { api, baseURL } = await start();
    const client = new Client({ baseURL, apiKey: 'alice-key' });
    api.gateway.scriptAccept(result);
    await expect(client.videos.create({ prompt: 'x' })).rejects.toThrow();
    expect(api.gateway.commands).toHaveLength(1);
  });
});

it('its errors carry code, param and request id', async () => {
  const { baseURL } = await start();
  const client = new OpenAI({ baseURL, apiKey: 'alice-key' });
  const error = await client.videos
    .create({ prompt: 'x', seconds: '4' })
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(APIError);
  expect(error).toMatchObject({
    status: 400,
    code: 'payload_invalid',
    param: 'seconds',
    type: 'invalid_request_error',
  });
  expect((error as APIError).requestID).toMatch(/^req_/);
});
