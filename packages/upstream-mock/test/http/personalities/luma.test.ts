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

const hour = 3_600_000;
const path = '/v1/generations';
const call = (given: WireCall) => server.call('luma', given);
const idSchema = z.object({ id: z.uuid() });

function bodyOf(prompt: string, given: object = {}) {
  return { model: 'ray-3.2', type: 'video', prompt, video: { resolution: '360p' }, ...given };
}

const submit = (prompt: string, given: object = {}, more: Partial<WireCall> = {}) =>
  call({ path, body: bodyOf(prompt, given), ...more });

const read = async (id: string) => (await call({ path: `${path}/${id}` })).body;

/** The id of a submission that is accepted. */
async function accepted(prompt: string, given: object = {}): Promise<string> {
  return idSchema.parse((await submit(prompt, given)).body).id;
}

async function linkOf(id: string): Promise<string> {
  return z.object({ output: z.tuple([z.object({ url: z.url() })]) }).parse(await read(id)).output[0]
    .url;
}

it('[providers.personalities.clients] luma makes a video with fetch and a base URL, from the acceptance to the file', async () => {
  const prompt = 'video of luma [[mock:queue=1s,run=1s]]';
  const response = await submit(prompt, { video: { resolution: '720p', duration: '10s' } });
  const { id } = idSchema.parse(response.body);
  const reported = {
    id,
    type: 'video',
    state: 'queued',
    model: 'ray-3.2',
    created_at: new Date(server.now()).toISOString(),
    output: [],
    failure_reason: null,
    failure_code: null,
  };
  expect([response.status, response.body]).toEqual([201, reported]);
  server.advance(1_000);
  expect(await read(id)).toEqual({ ...reported, state: 'processing' });
  server.advance(1_000);
  const output = [{ type: 'video', url: expect.stringContaining('/luma/files/') }];
  expect(await read(id)).toEqual({ ...reported, state: 'completed', output });
  const video = await callWire(await linkOf(id), { key: null });
  expect([video.status, video.text.slice(4, 8)]).toEqual([200, 'ftyp']);
  const jobs = [{ id, account: 'key-1', model: 'ray-3.2', wire: 'luma' }];
  expect(await server.ledger('video of luma ')).toMatchObject({ charged_credits: 20, jobs });
});

it('[providers.personalities.clients] luma is paid twice by a client that repeats a lost response, and the verdict says so', async () => {
  const space = `${server.url}/s/luma-twice`;
  const body = bodyOf('a kite [[mock:lost-response@1]]');
  const send = () => callWire(`${space}/luma${path}`, { body, wire: 'luma' });
  await expect(send()).rejects.toThrow();
  const { id } = idSchema.parse((await send()).body);
  const about = async (what: string): Promise<unknown> =>
    await (await fetch(`${server.url}/_mock/s/luma-twice/${what}`)).json();
  const jobs = [{ answered: false }, { id, answered: true }];
  expect(await about('ledger')).toMatchObject({ accepted: 2, jobs });
  expect(await about('verdict')).toMatchObject({ findings: [{ code: 'paid-twice' }] });
});

it('[providers.personalities.wire] repeats the request id of its caller, and else has one of its own', async () => {
  const headers = { 'x-request-id': 'mine-1' };
  for (const given of [
    await submit('named', {}, { headers }),
    await submit('named', { model: 'none' }, { headers }),
    await call({ path: `${path}/1`, headers, key: null }),
  ]) {
    expect(given.headers.get('x-request-id')).toBe('mine-1');
    expect(given.headers.get('x-api-version')).toBe('2026-04-01');
  }
  const ids = [await call({ path: `${path}/1` }), await call({ path: `${path}/1` })].map((given) =>
    z.uuid().parse(given.headers.get('x-request-id')),
  );
  expect(ids[0]).not.toBe(ids[1]);
});

it('[providers.personalities.links] of luma are new ones at each read, for an hour each', async () => {
  const id = await accepted('linked [[mock:queue=0s,run=0s]]');
  const first = await linkOf(id);
  server.advance(hour - 1);
  const second = await linkOf(id);
  expect((await callWire(first, { key: null })).status).toBe(200);
  server.advance(1);
  expect((await callWire(first, { key: null })).status).toBe(403);
  expect((await callWire(second, { key: null })).status).toBe(200);
  server.advance(1_000 * hour);
  expect((await callWire(await linkOf(id), { key: null })).status).toBe(200);
});

it('[providers.personalities.wire] has a generation for the key that made it alone, whatever the id', async () => {
  const id = await accepted('mine');
  for (const given of [
    { path: `${path}/${id}`, key: 'key-2' },
    { path: `${path}/not-a-uuid` },
    { path: `${path}/${id}`, method: 'DELETE' },
    { path },
  ]) {
    const response = await call(given);
    expect([response.status, response.body]).toEqual([404, { detail: 'Generation not found' }]);
  }
});

it.each([
  ['policy', 'content_moderated'],
  ['internal', 'generation_failed'],
  ['credits', 'budget_exhausted'],
])('[providers.personalities.wire] luma fails for %s with the code %s', async (reason, code) => {
  const id = await accepted(`failing [[mock:queue=0s,run=0s,fail=${reason}]]`);
  expect(await read(id)).toMatchObject({
    state: 'failed',
    output: [],
    failure_reason: expect.any(String),
    failure_code: code,
  });
});

it('[providers.personalities.errors] luma has two kinds of 429, and says for how long', async () => {
  const key = 'luma-limits';
  await server.describeAccount({ key, concurrency: 1, rate: { submissions: 2, windowMs: 30_000 } });
  const limited = () => submit('limited [[mock:queue=0s,run=5s]]', {}, { key });
  await limited();
  const busy = await limited();
  expect([busy.status, busy.body]).toEqual([429, { detail: 'Too many concurrent jobs' }]);
  expect(busy.headers.get('retry-after')).toBe('60');
  server.advance(5_000);
  await limited();
  server.advance(5_000);
  const fast = await limited();
  expect([fast.status, fast.body]).toEqual([429, { detail: 'Rate limit exceeded' }]);
  expect(fast.headers.get('retry-after')).toBe('20');
});

it('[mock.verdict.ignored-retry-after] counts the minute that luma asks for, not the second in which a slot gets free', async () => {
  const space = 'luma-waits';
  const control = `${server.url}/_mock/s/${space}`;
  const say = (what: string, body: object) =>
    fetch(`${control}/${what}`, { method: 'POST', body: JSON.stringify(body) });
  await say('clock', { mode: 'frozen' });
  await say('accounts', { key: 'key-1', concurrency: 1 });
  const send = async (prompt: string) =>
    (await callWire(`${server.url}/s/${space}/luma${path}`, { body: bodyOf(prompt), wire: 'luma' }))
      .status;
  const statuses = [await send('first [[mock:queue=0s,run=10s]]'), await send('second')];
  await say('clock', { advance: 11_000 });
  statuses.push(await send('second'));
  expect(statuses).toEqual([201, 429, 201]);
  expect(await (await fetch(`${control}/verdict`)).json()).toMatchObject({
    findings: expect.arrayContaining([expect.objectContaining({ code: 'ignored-retry-after' })]),
  });
});

const url = 'https://caller.example/a.png';

it.each([
  [{ prompt: '' }, 'prompt'],
  [{ prompt: 'x'.repeat(6_001) }, 'prompt'],
  [{ type: 'film' }, 'type'],
  [{ aspect_ratio: '5:4' }, 'aspect_ratio'],
  [{ video: { duration: 5 } }, 'duration'],
  [{ video: { resolution: '4k' } }, 'resolution'],
  [{ source: { url } }, "source is not valid for type 'video'"],
  [{ type: 'video_edit' }, "source is required for type 'video_edit'"],
  [{ image_ref: [{ url, data: 'AAAA', media_type: 'image/png' }] }, "one of 'url', 'data'"],
  [{ image_ref: [{ data: 'AAAA' }] }, "'media_type' is required"],
  [{ user_id: '[[mock:findable]]' }, 'a token has no effect in user_id'],
  [{ model: 'super-model' }, 'Unknown model: super-model'],
  [{ model: undefined }, "Type 'video' is not supported for model 'uni-1'"],
  [{ image_ref: [{ data: 'not base64!', media_type: 'image/png' }] }, 'invalid base64', 422],
])(
  '[providers.personalities.errors] luma says what is wrong in %j',
  async (given, named, status = 400) => {
    const response = await submit('wrong', given);
    const detail = expect.stringContaining(named);
    expect([response.status, response.body]).toEqual([status, { detail }]);
    expect(await server.ledger('wrong')).toMatchObject({ accepted: 0 });
  },
);

it.each([
  [null, 401, 'Missing or invalid API key'],
  ['expired-key', 401, 'Invalid API key'],
  ['banned-key', 403, 'API client is suspended'],
  ['poor-key', 402, 'Insufficient credits. Please add credits to continue.'],
])(
  '[providers.personalities.errors] luma answers the key %s with %i',
  async (key, status, detail) => {
    const response = await submit('refused', {}, { key });
    expect([response.status, response.body]).toEqual([status, { detail }]);
  },
);

it('[providers.personalities.wire] luma keeps references by the names of their fields, passes over the unknown, and makes images', async () => {
  const frames = { start_frame: { url }, end_frame: { data: 'AAAA', media_type: 'image/png' } };
  const keyframes = [{ generation_id: '182bd5e5-6e1a-4fe4-a799-aa6d9a6ab26e' }];
  await accepted('with references', {
    image_ref: [{ url }],
    video: { ...frames, keyframes, keyframe_indexes: [0] },
    of_the_future: 1,
  });
  const [job] = (await server.ledger('with references')).jobs;
  expect(job?.references).toMatchObject([
    { role: 'image_ref', size: url.length },
    { role: 'start_frame', size: url.length },
    { role: 'end_frame', size: 3 },
  ]);
  const image = { model: undefined, type: undefined, video: undefined };
  const id = await accepted('drawn [[mock:queue=0s,run=0s]]', image);
  expect(await read(id)).toMatchObject({
    type: 'image',
    model: 'uni-1',
    output: [{ type: 'image' }],
  });
  const picture = await callWire(await linkOf(id), { key: null });
  expect(picture.headers.get('content-type')).toBe('image/png');
});

it('[mock.tokens-everywhere] luma takes tokens in the texts that it reads', async () => {
  expect((await submit('x', { model: 'ray-3.2[[mock:refuse=429]]' })).status).toBe(429);
});

it('begins its request ids again with a world that was reset', async () => {
  const own = await openPersonalityServer();
  try {
    const requestIds = async () => {
      const ask = async () => (await own.call('luma', { path: `${path}/1` })).headers;
      return [await ask(), await ask()].map((headers) => headers.get('x-request-id'));
    };
    const first = await requestIds();
    expect(new Set(first).size).toBe(2);
    await fetch(`${own.url}/_mock/reset`, { method: 'POST' });
    expect(await requestIds()).toEqual(first);
  } finally {
    await own.close();
  }
});
