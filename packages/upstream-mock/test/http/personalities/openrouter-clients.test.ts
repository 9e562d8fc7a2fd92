import { OpenRouter } from '@openrouter/sdk';
import type { SDKOptions } from '@openrouter/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import {
  openPersonalityServer,
  type PersonalityServer,
} from '../../support/personalities/personality-server.ts';
import { withoutPauses } from '../../support/without-pauses.ts';

let server: PersonalityServer;
beforeAll(async () => {
  server = await openPersonalityServer('real');
});
afterAll(() => server.close());

const patient = { retryConfig: { strategy: 'none' } } as const;
const open = (settings: SDKOptions = patient) =>
  new OpenRouter({
    apiKey: 'studio',
    serverURL: `${server.url}/openrouter/api/v1`,
    ...settings,
  }).videoGeneration;

const create = (prompt: string, client = open()) =>
  client.generate({ videoGenerationRequest: { model: 'google/veo-3.1', prompt, duration: 4 } });

/** The name of the error a call ends with. */
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );

it('[providers.personalities.clients] @openrouter/sdk 1.3.19 makes a video, and fetches it by its key', async () => {
  const client = open();
  const { id, status } = await create('video of openrouter [[mock:queue=0s,run=20s]]', client);
  expect(status).toBe('pending');
  expect(await errorOf(client.getVideoContent({ jobId: id }))).toBe('ConflictResponseError');
  await expect
    .poll(async () => (await client.getGeneration({ jobId: id })).status, {
      interval: 250,
      timeout: 20_000,
    })
    .toBe('completed');
  const { usage, unsignedUrls = [] } = await client.getGeneration({ jobId: id });
  expect(usage).toEqual({ cost: 8, isByok: false });
  expect(unsignedUrls[0]).toContain(`/videos/${id}/content`);
  const video = await new Response(await client.getVideoContent({ jobId: id })).arrayBuffer();
  expect(Buffer.from(video).toString('latin1', 4, 8)).toBe('ftyp');
  expect(await server.ledger('video of openrouter ')).toMatchObject({
    accepted: 1,
    completed: 1,
    jobs: [{ id, account: 'studio', model: 'google/veo-3.1', wire: 'openrouter' }],
  });
});

it('[providers.personalities.clients] @openrouter/sdk sends references of every kind', async () => {
  const of = (name: string) => ({ url: `https://a.example/${name}` });
  const { status } = await open().generate({
    videoGenerationRequest: {
      ...{ model: 'google/veo-3.1', prompt: 'with references' },
      inputReferences: [
        { type: 'image_url', imageUrl: of('a.png') },
        { type: 'video_url', videoUrl: of('a.mp4') },
        { type: 'audio_url', audioUrl: of('a.mp3') },
      ],
    },
  });
  expect(status).toBe('pending');
});

it('[providers.personalities.clients] @openrouter/sdk reads the catalogue of models', async () => {
  const { data } = await open().listVideosModels();
  expect(data).toMatchObject([{ id: 'google/veo-3.1', supportedDurations: [4, 6, 8] }]);
});

it.each([
  ['refuse=400', 'BadRequestResponseError'],
  ['refuse=401', 'UnauthorizedResponseError'],
  ['refuse-code=402', 'PaymentRequiredResponseError'],
  ['refuse=403', 'ForbiddenResponseError'],
  ['refuse=429', 'TooManyRequestsResponseError'],
  ['response=500', 'ResponseValidationError'],
  ['lost-response', 'ConnectionError'],
])(
  '[providers.personalities.clients] @openrouter/sdk throws its own error at %s',
  async (token, error) => {
    expect(await errorOf(create(`refused [[mock:${token}]]`))).toBe(error);
  },
);

it.each(['lost-response', 'response=500'])(
  '[providers.personalities.clients] @openrouter/sdk repeats by itself after %s, and pays twice',
  async (token) => {
    const space = `repeats-${token.replace('=', '-')}`;
    const serverURL = `${server.url}/s/${space}/openrouter/api/v1`;
    const { id } = await withoutPauses(() =>
      create(`a kite [[mock:${token}@1]]`, open({ serverURL })),
    );
    const read = async (path: string): Promise<unknown> =>
      await (await fetch(`${server.url}/_mock/s/${space}/${path}`)).json();
    const jobs = [{ answered: false }, { id, answered: true }];
    expect(await read('ledger')).toMatchObject({ accepted: 2, jobs });
    const schema = z.object({
      findings: z.array(z.object({ code: z.string(), hint: z.string() })),
    });
    const { findings } = schema.parse(await read('verdict'));
    expect(findings.filter(({ code }) => code === 'paid-twice')).toMatchObject([
      { code: 'paid-twice', hint: expect.stringContaining("retryConfig: { strategy: 'none' }") },
    ]);
  },
);
