import { createReplicate } from '@ai-sdk/replicate';
import { experimental_generateVideo as generateVideo } from 'ai';
import Replicate from 'replicate';
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
const input = { duration: 2, resolution: '480p' };

async function download(url: string) {
  const response = await fetch(url);
  return new Uint8Array(await response.arrayBuffer());
}

function isVideo(bytes: Uint8Array): boolean {
  return Buffer.from(bytes).toString('latin1', 4, 8) === 'ftyp' && bytes.length > 10_000;
}

describe('replicate 1.4.0', () => {
  const open = (auth = 'studio') =>
    new Replicate({ auth, baseUrl: `${server.url}/replicate/v1`, useFileOutput: false });

  it.each([
    ['block', { mode: 'block', interval: 20 }],
    ['poll', { mode: 'poll', interval: 20 }],
  ] as const)(
    '[providers.personalities.clients] makes a video where it is to %s',
    async (name, wait) => {
      const prompt = `video by ${name} ${quick}`;
      const output = await open().run('some/model', { input: { prompt, ...input }, wait });
      expect(isVideo(await download(z.url().parse(output)))).toBe(true);
      expect(await server.ledger(`video by ${name} `)).toMatchObject({
        accepted: 1,
        completed: 1,
        jobs: [{ account: 'studio', model: 'some/model', wire: 'replicate' }],
      });
    },
  );

  it('[providers.personalities.clients] uploads a file, and names it in its request', async () => {
    const client = open('uploads');
    const file = new Blob([new Uint8Array(2_000_000)], { type: 'image/png' });
    const { input: sent, id } = await client.predictions.create({
      model: 'some/model',
      input: { prompt: `from a file ${quick}`, ...input, image: file },
    });
    expect(sent).toMatchObject({
      image: expect.stringMatching(/\/replicate\/v1\/files\/[\w-]{43}$/),
    });
    expect((await client.predictions.cancel(id)).id).toBe(id);
  });

  it('[providers.personalities.clients] lists, cancels, and says who it is', async () => {
    const client = open('another');
    const prompt = 'canceled [[mock:queue=10m]]';
    const { id } = await client.predictions.create({ model: 'some/model', input: { prompt } });
    const pages = client.paginate(() => client.predictions.list());
    const found: string[] = [];
    for await (const page of pages) found.push(...page.map((one) => one.id));
    expect(found).toEqual([id]);
    expect((await client.predictions.cancel(id)).status).toBe('canceled');
    expect((await client.accounts.current()).username).toMatch(/^user-[\da-f]{12}$/);
    expect(await server.ledger('canceled [')).toMatchObject({ failed: 1, charged_credits: 0 });
  });

  it.each([
    ['refuse=400', 422],
    ['refuse=401', 401],
    ['refuse-code=insufficient_credit', 402],
    ['response=500', 500],
  ])('[providers.personalities.clients] throws its own error at %s', async (token, status) => {
    const prompt = `refused [[mock:${token}]]`;
    const refused = open().run('some/model', { input: { prompt } });
    await expect(refused).rejects.toMatchObject({ name: 'ApiError', response: { status } });
  });

  it('[providers.personalities.clients] throws the text of a failure', async () => {
    const prompt = 'failed [[mock:queue=0s,run=0s,fail=policy]]';
    const failed = open().run('some/model', { input: { prompt }, wait: { mode: 'poll' } });
    await expect(failed).rejects.toThrow(/Prediction failed: .*\(E005\)/);
  });
});

describe('ai 7.0.173 with @ai-sdk/replicate 3.0.46', () => {
  const generate = (prompt: string, model = 'some/model') =>
    generateVideo({
      model: createReplicate({ apiToken: 'ai', baseURL: `${server.url}/replicate/v1` }).video(
        model,
      ),
      prompt,
      resolution: '864x480',
      duration: 2,
      maxRetries: 0,
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
      jobs: [{ account: 'ai', model: 'some/model', charged_credits: 2 }],
    });
  });

  it('[providers.personalities.clients] throws at a refusal, a failure, and an output that is a list', async () => {
    await expect(generate('refused [[mock:refuse=401]]')).rejects.toMatchObject({
      statusCode: 401,
      message: expect.stringContaining('as requested'),
    });
    await expect(generate('failed [[mock:queue=0s,run=0s,fail=policy]]')).rejects.toThrow('E005');
    const list = generate('list [[mock:queue=0s,run=0s]]', 'some/model-as-list');
    await expect(list).rejects.toThrow('Invalid JSON response');
  });
});
