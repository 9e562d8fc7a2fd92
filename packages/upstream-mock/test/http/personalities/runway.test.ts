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
const call = (given: WireCall) => server.call('runway', given);
const idSchema = z.object({ id: z.string() });

function bodyOf(prompt: string, given: object = {}) {
  return { model: 'some_model', promptText: prompt, ratio: '640:360', duration: 2, ...given };
}

async function submit(prompt: string, { key = 'key-1', ...given }: SubmitWish = {}) {
  const response = await call({ path: '/v1/text_to_video', body: bodyOf(prompt, given), key });
  return idSchema.parse(response.body).id;
}

interface SubmitWish {
  readonly key?: string;
  readonly [field: string]: unknown;
}

const read = async (id: string, key = 'key-1') =>
  (await call({ path: `/v1/tasks/${id}`, key })).body;
const remove = (id: string, key = 'key-1') =>
  call({ method: 'DELETE', path: `/v1/tasks/${id}`, key });

it('[providers.personalities.wire] tells what a task may cost, how far it is, and what it cost', async () => {
  const body = bodyOf('told [[mock:queue=1s,run=2s]]', { ratio: '1280:720' });
  const response = await call({ path: '/v1/text_to_video', body });
  const { id } = idSchema.parse(response.body);
  expect(response.body).toEqual({ id, estimatedCost: { credits: 4 } });
  expect(await read(id)).toEqual({
    id,
    createdAt: expect.any(String),
    status: 'PENDING',
    estimatedCost: { credits: 4 },
  });
  server.advance(2_000);
  expect(await read(id)).toMatchObject({ status: 'RUNNING', progress: 0.5 });
  server.advance(1_000);
  const done = await read(id);
  expect(done).toMatchObject({ status: 'SUCCEEDED', cost: { credits: 4 } });
  expect(done).not.toHaveProperty('estimatedCost');
});

it('[providers.personalities.links] of runway are new ones at each read, for a day each', async () => {
  const id = await submit('linked [[mock:queue=0s,run=0s]]');
  const link = async () => z.object({ output: z.tuple([z.url()]) }).parse(await read(id)).output[0];
  const first = await link();
  server.advance(day - 1);
  const second = await link();
  expect(second).not.toBe(first);
  expect((await callWire(first, { key: null })).status).toBe(200);
  server.advance(1);
  expect((await callWire(first, { key: null })).status).toBe(403);
  expect((await callWire(second, { key: null })).status).toBe(200);
  server.advance(40 * day);
  expect((await callWire(await link(), { key: null })).status).toBe(200);
});

it.each([
  ['policy', 'SAFETY.INPUT.TEXT'],
  ['internal', 'INTERNAL.BAD_OUTPUT.CODE01'],
  ['credits', 'INTERNAL'],
])('[providers.personalities.wire] fails for %s with the code %s', async (reason, failureCode) => {
  const id = await submit(`failing [[mock:queue=0s,run=0s,fail=${reason}]]`);
  expect(await read(id)).toMatchObject({
    status: 'FAILED',
    failure: expect.any(String),
    failureCode,
    cost: { credits: 0 },
  });
});

it('[mock.cancel] runway cancels what is open, and erases what ended', async () => {
  const id = await submit('canceled [[mock:queue=1s,run=5s]]');
  server.advance(2_000);
  expect((await remove(id, 'key-2')).status).toBe(404);
  const canceled = await remove(id);
  expect([canceled.status, canceled.text]).toEqual([204, '']);
  expect(await read(id)).toMatchObject({ status: 'CANCELLED', cost: { credits: 2 } });
  expect(await server.ledger('canceled')).toMatchObject({ failed: 1, charged_credits: 2 });
  const early = await submit('early [[mock:queue=1s]]');
  await remove(early);
  expect(await read(early)).toMatchObject({ status: 'CANCELLED', cost: { credits: 0 } });
  const done = await submit('erased [[mock:queue=0s,run=0s]]');
  expect((await remove(done)).status).toBe(204);
  expect((await remove(done)).status).toBe(404);
  expect((await call({ path: `/v1/tasks/${done}` })).status).toBe(404);
  expect(await server.ledger('erased')).toMatchObject({ accepted: 1, completed: 1 });
});

it('[providers.personalities.wire] throttles what waits while every slot of the account is taken', async () => {
  const key = 'throttled';
  await server.describeAccount({ key, concurrency: 2 });
  await submit('first [[mock:queue=0s,run=5s]]', { key });
  const id = await submit('second [[mock:queue=9s,run=1s]]', { key });
  expect(await read(id, key)).toMatchObject({ status: 'THROTTLED', estimatedCost: { credits: 2 } });
  server.advance(5_000);
  expect(await read(id, key)).toMatchObject({ status: 'PENDING' });
});

it.each([undefined, '2025-01-01', '1'])(
  '[providers.personalities.errors] wants its version, and refuses %s',
  async (version) => {
    const headers = {
      authorization: 'Bearer key-1',
      ...(version !== undefined && { 'x-runway-version': version }),
    };
    for (const path of ['/v1/tasks/1', '/v1/organization']) {
      const response = await call({ path, key: null, headers });
      expect([response.status, response.body]).toMatchObject([
        400,
        { error: 'The X-Runway-Version header is not valid.' },
      ]);
    }
    const submission = { path: '/v1/text_to_video', body: bodyOf('versionless'), key: null };
    expect((await call({ ...submission, headers })).status).toBe(400);
    expect(await server.ledger('versionless')).toMatchObject({ accepted: 0 });
  },
);

it.each([
  ['text_to_video', { model: undefined }, 'model'],
  ['text_to_video', { model: 'no-such-model' }, 'model'],
  ['text_to_video', { promptText: undefined }, 'promptText'],
  ['text_to_video', { promptText: 'x'.repeat(3_501) }, 'promptText'],
  ['text_to_video', { duration: 61 }, 'duration'],
  ['text_to_video', { ratio: 'wide' }, 'ratio'],
  ['text_to_video', { seedText: '[[mock:findable]]' }, 'seedText'],
  ['image_to_video', {}, 'promptImage'],
  ['video_to_video', {}, 'videoUri'],
  ['text_to_image', { promptText: undefined }, 'promptText'],
])(
  '[providers.personalities.errors] %s names the field that is wrong in %j',
  async (task, given, field) => {
    const response = await call({ path: `/v1/${task}`, body: bodyOf('x', given) });
    expect([response.status, response.body]).toMatchObject([
      400,
      { error: 'Validation of body failed', issues: [{ path: [field] }] },
    ]);
  },
);

it('[providers.personalities.errors] has no money in the words of a 400, and no other method', async () => {
  const poor = await call({ path: '/v1/text_to_video', body: bodyOf('x'), key: 'poor-key' });
  expect([poor.status, poor.body]).toMatchObject([
    400,
    { error: 'You do not have enough credits to run this task.' },
  ]);
  for (const [method, path] of [
    ['GET', '/v1/text_to_video'],
    ['PATCH', `/v1/tasks/${await submit('x')}`],
    ['DELETE', '/v1/organization'],
  ] as const) {
    expect((await call({ method, path })).status).toBe(405);
  }
});

it('[providers.personalities.wire] tells the balance, and what its models did in a day', async () => {
  const key = 'organization';
  await server.describeAccount({ key, credits: 100, concurrency: 3 });
  await submit('yesterday', { key });
  server.advance(day);
  await submit('today', { key });
  expect((await call({ path: '/v1/organization', key })).body).toEqual({
    creditBalance: 96,
    tier: {
      maxMonthlyCreditSpend: 100,
      models: { some_model: { maxConcurrentGenerations: 3, maxDailyGenerations: null } },
    },
    usage: { models: { some_model: { dailyGenerations: 1 } } },
  });
});

it('[providers.personalities.wire] keeps images and videos as references, and makes images', async () => {
  const image = 'data:image/png;base64,iVBORw0KGgo=';
  const video = 'https://caller.example/v.mp4';
  const given = {
    promptImage: [{ uri: image, position: 'first' }],
    references: [{ type: 'video', uri: video }],
  };
  await call({ path: '/v1/image_to_video', body: bodyOf('with references', given) });
  const [job] = (await server.ledger('with references')).jobs;
  expect(job?.references).toMatchObject([
    { role: 'promptImage', size: 8 },
    { role: 'references', size: video.length },
  ]);
  const body = bodyOf('drawn [[mock:queue=0s,run=0s]]', { ratio: '1024:1024' });
  const drawn = await call({ path: '/v1/text_to_image', body });
  const reported = z.object({ output: z.tuple([z.url()]) });
  const [url] = reported.parse(await read(idSchema.parse(drawn.body).id)).output;
  expect(url).toContain('.png?');
  const picture = await callWire(url, { key: null });
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
});

it.each([
  [{ ratio: '1104:832' }, [1_104, 832], 4],
  [{ ratio: '16:9', resolution: '1080p' }, [1_920, 1_080], 8],
  [{ ratio: 'auto_480p', duration: 'auto' }, [854, 480], 5],
  [{ ratio: 'adaptive', resolution: '768P' }, [1_366, 768], 4],
])('[providers.personalities.wire] draws %j as its words say', async (given, pixels, charge) => {
  const name = `drawn as ${JSON.stringify(given)}`;
  const id = await submit(`${name} [[mock:queue=0s,run=0s]]`, given);
  expect((await server.ledger(name)).charged_credits).toBe(charge);
  const { output } = z.object({ output: z.tuple([z.url()]) }).parse(await read(id));
  const bytes = Buffer.from(await (await fetch(output[0])).arrayBuffer());
  const entry = bytes.indexOf('avc1', bytes.indexOf('stsd'));
  expect([bytes.readUInt16BE(entry + 28), bytes.readUInt16BE(entry + 30)]).toEqual(pixels);
});

it('[mock.tokens-everywhere] runway takes tokens in the texts that it reads', async () => {
  const token = '[[mock:refuse=429]]';
  for (const given of [
    { model: `some_model${token}` },
    { negativePrompt: token },
    { ratio: `640:360 ${token}` },
  ]) {
    const response = await call({ path: '/v1/text_to_video', body: bodyOf('x', given) });
    expect(response.status).toBe(429);
  }
});
