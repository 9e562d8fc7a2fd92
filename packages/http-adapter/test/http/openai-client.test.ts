import { APIError, OpenAI } from 'openai';
import { OpenAI as OpenAI6 } from 'openai-6';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../doubles/raw-http.ts';
import { createTestApi, type TestApi } from '../doubles/video-task-test-api.ts';

/**
 * The used part of the package, in our types: its own types mark the video part as deprecated since its vendor's
 * service ended.
 */
interface VideoClient {
  readonly videos: {
    create(body: object): PromiseLike<{ readonly id: string }>;
    retrieve(id: string): PromiseLike<object>;
    list(): AsyncIterable<{ readonly id: string }>;
    downloadContent(id: string): PromiseLike<{ text(): Promise<string> }>;
  };
  readonly models: { list(): AsyncIterable<{ readonly id: string }> };
}

type ConnectClient = (options: {
  readonly baseURL: string;
  readonly apiKey: string;
}) => VideoClient;

const packages: readonly (readonly [name: string, connect: ConnectClient])[] = [
  ['openai 7', (options) => new OpenAI(options)],
  ['openai 6', (options) => new OpenAI6(options)],
];

async function start(
  connect: ConnectClient,
): Promise<{ readonly api: TestApi; readonly client: VideoClient }> {
  const api = await createTestApi();
  onTestFinished(() => api.app.close());
  const baseURL = `http://127.0.0.1:${await listen(api.app)}/v1`;
  return { api, client: connect({ baseURL, apiKey: 'alice-key' }) };
}

async function idsIn(page: AsyncIterable<{ readonly id: string }>): Promise<readonly string[]> {
  const ids = [];
  for await (const { id } of page) ids.push(id);
  return ids;
}

describe.each(packages)('the package %s', (_name, connect) => {
  it('creates, reads, lists and downloads', async () => {
    const { api, client } = await start(connect);
    const { id, ...made } = await client.videos.create({
      prompt: 'a cat',
      seconds: '8',
      size: '720x1280',
    });
    expect(made).toMatchObject({ object: 'video', status: 'in_progress', seconds: 8 });
    api.gateway.complete(id, Buffer.from('movie'));
    expect(await client.videos.retrieve(id)).toMatchObject({ status: 'completed', progress: 100 });
    expect(await idsIn(client.videos.list())).toEqual([id]);
    const content = await client.videos.downloadContent(id);
    expect(await content.text()).toBe('movie');
    expect(await idsIn(client.models.list())).toEqual(
      expect.arrayContaining(['vm_std-2.0', 'vm_std-2.0_faceok']),
    );
  });

  it('sends a file, and its bytes arrive', async () => {
    const { api, client } = await start(connect);
    const file = new File([new Uint8Array([1, 2, 3])], 'cat.png', { type: 'image/png' });
    await client.videos.create({ prompt: 'a cat', input_reference: file });
    expect(api.gateway.commands[0]?.draft.references).toMatchObject([
      { role: 'first_frame', source: { kind: 'bytes', bytes: Buffer.from([1, 2, 3]) } },
    ]);
  });

  it.each([
    [
      'a lack of credits',
      { kind: 'not-admitted', reason: 'credits-exhausted', retryAfterMs: null },
      409,
    ],
    [
      'an exhausted quota',
      { kind: 'quota-exhausted', usage: { used: 1, reserved: 0, held: 0, limit: 1 }, price: 1 },
      429,
    ],
  ] as const)('posts once on %s [errors.no-retry-on-conflict]', async (_what, result, status) => {
    const { api, client } = await start(connect);
    api.gateway.scriptAccept(result);
    const creating = Promise.resolve(client.videos.create({ prompt: 'x' }));
    await expect(creating).rejects.toMatchObject({ status });
    expect(api.gateway.commands).toHaveLength(1);
  });

  it('gives errors their code, param and request id', async () => {
    const { client } = await start(connect);
    const creating = Promise.resolve(client.videos.create({ prompt: 'x', seconds: '4' }));
    await expect(creating).rejects.toMatchObject({
      status: 400,
      code: 'payload_invalid',
      param: 'seconds',
      type: 'invalid_request_error',
      requestID: 'req_00000000000000000000000001',
    });
  });
});

it('its errors are its own', async () => {
  const { client } = await start((options) => new OpenAI(options));
  const creating = Promise.resolve(client.videos.create({ prompt: '' }));
  await expect(creating).rejects.toBeInstanceOf(APIError);
});
