import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import {
  callWire,
  openPersonalityServer,
  type PersonalityServer,
  type WireCall,
} from '../../support/personalities/personality-server.ts';

let server: PersonalityServer;
beforeAll(async () => {
  server = await openPersonalityServer();
});
afterAll(() => server.close());

const day = 24 * 3_600_000;
/** Ticks per credit; a credit is a cent. */
const ticks = 100_000_000;

const call = (given: WireCall) => server.call('xai', given);

function bodyOf(prompt: string, given: object = {}) {
  return { model: 'grok-imagine-video-1.5', prompt, duration: 2, aspect_ratio: '1:1', ...given };
}

async function submit(prompt: string, given: object = {}, task = 'generations') {
  const response = await call({ path: `/v1/videos/${task}`, body: bodyOf(prompt, given) });
  return z.object({ request_id: z.string() }).parse(response.body).request_id;
}

const read = (id: string, key = 'key-1') => call({ path: `/v1/videos/${id}`, key });

function textOf(body: unknown): string {
  return z.strictObject({ code: z.string(), error: z.string() }).parse(body).error;
}

it('[providers.personalities.wire] xai says 202 and how far it is while a request is open, and then what it cost', async () => {
  const id = await submit('told [[mock:queue=1s,run=2s]]');
  const queued = await read(id);
  expect([queued.status, queued.body]).toEqual([202, { status: 'pending', progress: 0 }]);
  server.advance(2_000);
  const running = await read(id);
  expect([running.status, running.body]).toEqual([202, { status: 'pending', progress: 50 }]);
  server.advance(1_000);
  const done = await read(id);
  const { charged_credits: charged } = await server.ledger('told [');
  expect(charged).toBeGreaterThan(0);
  expect([done.status, done.body]).toEqual([
    200,
    {
      status: 'done',
      video: {
        url: expect.stringContaining('/xai/files/'),
        duration: 2,
        respect_moderation: true,
      },
      model: 'grok-imagine-video-1.5',
      usage: { cost_in_usd_ticks: charged * ticks },
      progress: 100,
    },
  ]);
});

it('[mock.charged-failures] xai is done with what it keeps back, without a video, and has taken its price', async () => {
  const id = await submit('kept back [[mock:queue=0s,run=0s,charged-failure]]');
  const { status, body } = await read(id);
  const { failed, charged_credits: charged } = await server.ledger('kept back');
  expect([failed, charged > 0]).toEqual([1, true]);
  expect([status, body]).toEqual([
    200,
    {
      status: 'done',
      video: { duration: 2, respect_moderation: false },
      model: 'grok-imagine-video-1.5',
      usage: { cost_in_usd_ticks: charged * ticks },
      progress: 100,
    },
  ]);
});

it('[mock.charged-failures] xai says so in a 400 with its price, of a model whose name wants that', async () => {
  const model = 'grok-imagine-video-as-400';
  const id = await submit('refused late [[mock:queue=0s,run=0s,charged-failure]]', { model });
  const { status, body } = await read(id);
  const { charged_credits: charged } = await server.ledger('refused late');
  expect([status, body]).toEqual([
    400,
    {
      code: 'imagine:content-moderated',
      error: 'Generated video rejected by content moderation.',
      usage: { cost_in_usd_ticks: charged * ticks },
    },
  ]);
});

it.each([
  ['fail=policy', 'invalid_argument'],
  ['fail=internal', 'internal_error'],
  ['fail=credits', 'permission_denied'],
  ['credits-end=50%', 'permission_denied'],
])('[providers.personalities.wire] xai fails at %s with the code %s', async (token, code) => {
  const id = await submit(`failing by ${token} [[mock:queue=0s,run=0s,${token}]]`);
  const { charged_credits: charged } = await server.ledger(`failing by ${token} `);
  expect((await read(id)).body).toEqual({
    status: 'failed',
    video: { duration: 0, respect_moderation: true },
    model: 'grok-imagine-video-1.5',
    usage: { cost_in_usd_ticks: charged * ticks },
    error: { code, message: expect.any(String) },
  });
});

it('[providers.personalities.wire] xai tells of a request for a day, and then that it has expired', async () => {
  const id = await submit('expired [[mock:queue=0s,run=0s]]');
  const url = z.object({ video: z.object({ url: z.url() }) }).parse((await read(id)).body)
    .video.url;
  server.advance(day - 1);
  expect((await read(id)).body).toMatchObject({ status: 'done' });
  expect((await callWire(url, { key: null })).status).toBe(200);
  server.advance(1);
  const late = await read(id);
  expect([late.status, late.body]).toEqual([200, { status: 'expired' }]);
  expect((await callWire(url, { key: null })).status).toBe(403);
});

it('[providers.personalities.errors] xai takes a wrong key for a field that is wrong, and an empty purse for a lack of permission', async () => {
  const submission = { path: '/v1/videos/generations', body: bodyOf('unpaid') };
  const wrong = await call({ ...submission, key: 'expired-key' });
  expect([wrong.status, wrong.body]).toEqual([
    400,
    { code: 'invalid-argument', error: 'Incorrect API key provided: xa***.' },
  ]);
  const poor = await call({ ...submission, key: 'poor-key' });
  expect([poor.status, poor.body]).toEqual([
    403,
    { code: 'permission-denied', error: expect.stringContaining('credits') },
  ]);
  expect(await server.ledger('unpaid')).toMatchObject({ accepted: 0 });
});

it('[providers.personalities.wire] xai says of a key that is valid what it is, and of another that it is wrong', async () => {
  const path = '/v1/api-key';
  const valid = await call({ path });
  expect([valid.status, valid.body]).toEqual([
    200,
    expect.objectContaining({ redacted_api_key: 'xai-...mock', team_blocked: false }),
  ]);
  const wrong = await call({ path, key: 'expired-key' });
  expect([wrong.status, textOf(wrong.body)]).toEqual([400, 'Incorrect API key provided: xa***.']);
});

it('[providers.personalities.errors] xai has no list, and ends nothing', async () => {
  const id = await submit('kept');
  for (const [method, path] of [
    ['GET', '/v1/videos'],
    ['GET', '/v1/videos/generations'],
    ['DELETE', `/v1/videos/${id}`],
    ['POST', `/v1/videos/${id}/cancel`],
  ] as const) {
    const response = await call({ method, path });
    expect([response.status, textOf(response.body)]).toEqual([
      404,
      expect.stringMatching(
        /^(?:There is no such resource\.|no route .*POST \/v1\/videos\/generations)/,
      ),
    ]);
  }
  expect((await read(id)).status).toBe(202);
});

const references = (count: number) => ({
  reference_images: Array.from({ length: count }, () => ({ url: 'https://caller.example/i.png' })),
});

it.each([
  ['model', 'generations', { model: undefined }],
  ['duration', 'generations', { duration: 16 }],
  ['duration', 'generations', { duration: 1.5 }],
  ['aspect_ratio', 'generations', { aspect_ratio: '21:9' }],
  ['resolution', 'generations', { resolution: '2k' }],
  ['resolution', 'generations', { model: 'grok-imagine-video', resolution: '1080p' }],
  ['resolution', 'generations', { resolution: '1080p', ...references(1) }],
  ['prompt', 'generations', { prompt: '' }],
  ['prompt', 'generations', { prompt: undefined, image_url: 'https://caller.example/i.png' }],
  ['reference_images', 'generations', references(8)],
  ['image', 'generations', { image: 'https://caller.example/i.png' }],
  ['user', 'generations', { user: '[[mock:findable]]' }],
  ['Duration 15s exceeds', 'generations', { duration: 15, ...references(1) }],
  ['Duration 11s exceeds', 'extensions', { duration: 11, video: { file_id: 'file_1' } }],
  ['video', 'edits', {}],
  ['video', 'extensions', {}],
])(
  '[providers.personalities.errors] xai names %s where %s cannot be of %j',
  async (field, task, given) => {
    const body = bodyOf('refused by xai', given);
    const response = await call({ path: `/v1/videos/${task}`, body });
    expect([response.status, textOf(response.body)]).toEqual([400, expect.stringContaining(field)]);
    expect(await server.ledger('refused by xai')).toMatchObject({ accepted: 0 });
  },
);

it('[providers.personalities.errors] xai knows no model of that name', async () => {
  const body = bodyOf('x', { model: 'no-such-model' });
  const response = await call({ path: '/v1/videos/generations', body });
  expect([response.status, response.body]).toMatchObject([404, { code: 'not-found' }]);
});

it('[providers.personalities.wire] xai keeps its files as references, and passes over the field of another client', async () => {
  const image = { url: 'data:image/png;base64,iVBORw0KGgo=' };
  await submit('referring', {
    ...references(1),
    image,
    image_url: 'https://caller.example/passed-over.png',
    keyframes: [{ image: { url: 'https://caller.example/k.png' }, timestamp_s: 1 }],
    reference_audios: [{ voice_id: 'eve' }],
  });
  const [job] = (await server.ledger('referring')).jobs;
  const reported = job?.references.map(({ role, size }) => [role, size]);
  expect(reported?.toSorted()).toEqual([
    ['image', 8],
    ['keyframes', 'https://caller.example/k.png'.length],
    ['reference_images', 'https://caller.example/i.png'.length],
  ]);
});

it.each([
  ['generations', { duration: undefined, aspect_ratio: undefined }, [854, 480], 8],
  ['generations', { resolution: '1080p', aspect_ratio: '3:4' }, [1_080, 1_440], 2],
  [
    'extensions',
    { duration: undefined, video: { url: 'https://caller.example/v.mp4' } },
    [480, 480],
    6,
  ],
  ['edits', { video: { url: 'https://caller.example/v.mp4' } }, [480, 480], 8],
])(
  '[providers.personalities.wire] xai draws %s of %j as they say',
  async (task, given, pixels, seconds) => {
    const id = await submit('drawn [[mock:queue=0s,run=0s]]', given, task);
    const reported = z.object({ video: z.object({ url: z.url(), duration: z.number() }) });
    const { video } = reported.parse((await read(id)).body);
    const bytes = Buffer.from(await (await fetch(video.url)).arrayBuffer());
    const entry = bytes.indexOf('avc1', bytes.indexOf('stsd'));
    expect([bytes.readUInt16BE(entry + 28), bytes.readUInt16BE(entry + 30)]).toEqual(pixels);
    expect(video.duration).toBe(seconds);
  },
);

it('[mock.tokens-everywhere] xai takes tokens in its model, too', async () => {
  const body = bodyOf('x', { model: 'grok-imagine-video [[mock:refuse=429]]' });
  const response = await call({ path: '/v1/videos/generations', body });
  expect([response.status, response.body]).toMatchObject([429, { code: 'resource-exhausted' }]);
});
