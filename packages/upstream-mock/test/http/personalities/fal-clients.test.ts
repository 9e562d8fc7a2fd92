import { createFal } from '@ai-sdk/fal';
import { createFalClient } from '@fal-ai/client';
import { experimental_generateVideo as generateVideo } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  openPersonalityServer,
  type PersonalityServer,
} from '../../support/personalities/personality-server.ts';

let server: PersonalityServer;
beforeAll(async () => {
  server = await openPersonalityServer('real');
});
afterAll(() => server.close());

const quick = '[[mock:queue=100ms,run=100ms]]';
const app = 'fal-ai/some-model/text-to-video';
const input = { duration: '2s', resolution: '480p' };

async function download(url: string) {
  const response = await fetch(url);
  return new Uint8Array(await response.arrayBuffer());
}

function isVideo(bytes: Uint8Array): boolean {
  return Buffer.from(bytes).toString('latin1', 4, 8) === 'ftyp' && bytes.length > 10_000;
}

/** Sends calls that are meant for fal to the mock, as fal's own proxies do. */
const toMock: typeof fetch = async (wanted, init) => {
  const headers = new Headers(init?.headers);
  headers.set('x-fal-target-url', wanted instanceof Request ? wanted.url : String(wanted));
  return await fetch(`${server.url}/fal/`, { ...init, headers });
};

describe('@fal-ai/client 1.10.1', () => {
  /** Every way to send it elsewhere that it has. */
  const ways = [
    ['proxyUrl', () => ({ proxyUrl: { url: `${server.url}/fal/`, when: 'always' as const } })],
    ['fetch', () => ({ fetch: toMock })],
    [
      'requestMiddleware',
      () => ({
        requestMiddleware: async <T extends { readonly url: string }>(request: T) => {
          const { pathname, search } = new URL(request.url);
          return { ...request, url: `${server.url}/fal${pathname}${search}` };
        },
      }),
    ],
  ] as const;

  it.each(ways)(
    '[providers.personalities.clients] makes a video by its %s',
    async (name, config) => {
      const client = createFalClient({ credentials: 'id:secret', ...config() });
      const states: string[] = [];
      const { data, requestId } = await client.subscribe(app, {
        input: { prompt: `video by ${name} ${quick}`, ...input },
        pollInterval: 10,
        onQueueUpdate: ({ status }) => void states.push(status),
      });
      const { video } = z.object({ video: z.object({ url: z.url() }) }).parse(data);
      expect([isVideo(await download(video.url)), states.at(-1)]).toEqual([true, 'COMPLETED']);
      expect(await server.ledger(`video by ${name} `)).toMatchObject({
        accepted: 1,
        completed: 1,
        jobs: [{ id: requestId, account: 'id', model: app, wire: 'fal' }],
      });
    },
  );

  const open = () => createFalClient({ credentials: 'id:secret', fetch: toMock });

  it.each([
    ['refuse=400', 'ValidationError', 422],
    ['refuse=401', 'ApiError', 401],
    ['refuse=403', 'ApiError', 403],
    ['refuse-code=internal_error', 'ApiError', 500],
    ['response=500', 'ApiError', 500],
  ])(
    '[providers.personalities.clients] throws its own error at %s',
    async (token, name, status) => {
      const prompt = `refused [[mock:${token}]]`;
      const refused = open().queue.submit(app, { input: { prompt } });
      await expect(refused).rejects.toMatchObject({ name, status });
    },
  );

  it('[providers.personalities.clients] throws what the model says at the result, of a request that is completed', async () => {
    const prompt = 'failed [[mock:queue=0s,run=0s,fail=policy]]';
    const failed = open().subscribe(app, { input: { prompt }, pollInterval: 10 });
    await expect(failed).rejects.toMatchObject({
      name: 'ValidationError',
      fieldErrors: [{ loc: ['body', 'prompt'], type: 'content_policy_violation' }],
    });
  });

  it('[mock.cancel] fal is canceled by its client', async () => {
    const client = open();
    const prompt = 'canceled [[mock:queue=10m]]';
    const { request_id: requestId } = await client.queue.submit(app, { input: { prompt } });
    await client.queue.cancel(app, { requestId });
    expect((await client.queue.status(app, { requestId })).status).toBe('COMPLETED');
    expect(await server.ledger('canceled [')).toMatchObject({ failed: 1, charged_credits: 0 });
  });
});

describe('ai 7.0.173 with @ai-sdk/fal 3.0.41', () => {
  // The two packages name the same types from two versions of a third.
  const model = z.custom<Parameters<typeof generateVideo>[0]['model']>(
    (value) => typeof value === 'object',
  );

  const generate = (prompt: string) =>
    generateVideo({
      model: model.parse(createFal({ apiKey: 'ai:secret', fetch: toMock }).video(app)),
      prompt,
      aspectRatio: '16:9',
      duration: 2,
      maxRetries: 0,
      providerOptions: { fal: { resolution: '480p' } },
      poll: { intervalMs: 20 },
      // By default the client downloads nothing from a loopback address.
      download: async ({ url }) => ({ data: await download(String(url)), mediaType: 'video/mp4' }),
    });

  it('[providers.personalities.clients] makes a video', async () => {
    const { video, warnings } = await generate(`video of ai ${quick}`);
    expect([isVideo(video.uint8Array), warnings]).toEqual([true, []]);
    expect(await server.ledger('video of ai ')).toMatchObject({
      accepted: 1,
      completed: 1,
      jobs: [{ account: 'ai', model: app, wire: 'fal' }],
    });
  });

  it('[providers.personalities.clients] throws at a refusal, a failure, and a result without a video', async () => {
    const refused = generate('refused [[mock:refuse=401]]');
    await expect(refused).rejects.toMatchObject({ statusCode: 401 });
    await expect(generate('failed [[mock:queue=0s,run=0s,fail=policy]]')).rejects.toThrow();
    await expect(generate('nowhere [[mock:queue=0s,run=0s,no-url=9]]')).rejects.toThrow(
      'No video URL',
    );
  });
});
