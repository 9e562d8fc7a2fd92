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
const call = (given: WireCall) => server.call('replicate', given);
const idSchema = z.object({ id: z.string() });

async function submit(
  prompt: string,
  { key = 'key-1', model = 'some/model', headers = {}, ...input }: SubmitWish = {},
) {
  const body = { input: { prompt, duration: 2, resolution: '480p', ...input } };
  const response = await call({ path: `/v1/models/${model}/predictions`, body, key, headers });
  return idSchema.parse(response.body).id;
}

interface SubmitWish {
  readonly key?: string;
  readonly model?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

const read = async (id: string) => (await call({ path: `/v1/predictions/${id}` })).body;

it('[providers.personalities.wire] begins a prediction with 201, and tells it', async () => {
  const input = { prompt: 'told [[mock:queue=1s,run=2s]]', aspect_ratio: '1:1' };
  const response = await call({
    path: '/v1/models/some/model/predictions',
    body: { input },
  });
  const { id } = idSchema.parse(response.body);
  const one = `${server.url}/replicate/v1/predictions/${id}`;
  expect([response.status, response.body]).toMatchObject([
    201,
    {
      model: 'some/model',
      version: 'hidden',
      input,
      output: null,
      error: null,
      status: 'starting',
      source: 'api',
      urls: { get: one, cancel: `${one}/cancel` },
    },
  ]);
  server.advance(3_000);
  expect(await read(id)).toMatchObject({
    status: 'succeeded',
    data_removed: false,
    output: expect.stringContaining('/replicate/files/'),
    metrics: { predict_time: 2, total_time: 3 },
  });
});

const digest = 'a'.repeat(64);

it.each([
  [digest, { model: digest, version: digest }],
  [`some/model:${digest}`, { model: 'some/model', version: digest }],
  ['some/model', { model: 'some/model', version: 'hidden' }],
])('[providers.personalities.wire] takes the version %s', async (version, reported) => {
  const body = { version, input: { prompt: 'of a version' } };
  const response = await call({ path: '/v1/predictions', body });
  expect([response.status, response.body]).toMatchObject([201, reported]);
});

it.each([
  ['some/model', (url: string) => url],
  ['some/model-as-list', (url: string) => [url]],
  ['some/model-as-object', (url: string) => ({ video: url })],
])(
  '[providers.personalities.wire] the name of %s says what its output is',
  async (model, output) => {
    const id = await submit('shaped [[mock:queue=0s,run=0s]]', { model });
    const reported = z.object({ output: z.unknown() }).parse(await read(id));
    const [url = ''] = /http:[^"]+/.exec(JSON.stringify(reported.output)) ?? [];
    expect(reported.output).toEqual(output(url));
    expect((await callWire(url, { key: null })).status).toBe(200);
  },
);

it('[providers.personalities.links] forgets what went in and came out after an hour', async () => {
  const id = await submit('forgotten [[mock:queue=0s,run=0s]]');
  server.advance(hour - 1);
  expect(await read(id)).toMatchObject({ data_removed: false, output: expect.any(String) });
  server.advance(1);
  expect(await read(id)).toMatchObject({
    status: 'succeeded',
    data_removed: true,
    input: {},
    output: null,
  });
  const kept = await submit('kept [[mock:queue=0s,run=0s,result-kept=2h]]');
  server.advance(hour);
  expect(await read(kept)).toMatchObject({ data_removed: false, output: expect.any(String) });
});

it.each([
  ['policy', /flagged as sensitive.*\(E005\)/],
  ['internal', /please retry \(code: PA\)/],
  ['credits', /Insufficient credit/],
])('[providers.personalities.wire] says in a text why it failed for %s', async (reason, text) => {
  const id = await submit(`failing [[mock:queue=0s,run=0s,fail=${reason}]]`);
  expect(await read(id)).toMatchObject({ error: expect.stringMatching(text), output: null });
});

it('[mock.cancel] replicate cancels what is open, and gives what ended back as it is', async () => {
  const cancel = (id: string, key = 'key-1') =>
    call({ method: 'POST', path: `/v1/predictions/${id}/cancel`, key });
  const id = await submit('canceled [[mock:queue=1s,run=5s]]');
  server.advance(2_000);
  expect((await cancel(id, 'key-2')).status).toBe(404);
  const canceled = await cancel(id);
  expect([canceled.status, canceled.body]).toMatchObject([
    200,
    { status: 'canceled', error: null, metrics: { predict_time: 1 } },
  ]);
  expect(await server.ledger('canceled')).toMatchObject({ failed: 1, charged_credits: 2 });
  const done = await submit('done [[mock:queue=0s,run=0s]]');
  expect((await cancel(done)).body).toMatchObject({ status: 'succeeded' });
  expect((await call({ path: `/v1/predictions/${done}/cancel` })).status).toBe(404);
});

it.each([
  ['5s', 'aborted', 0],
  ['15', 'canceled', 2],
  ['1m5s', 'succeeded', 2],
])('[mock.cancel] replicate ends at a deadline of %s as %s', async (after, status, charged) => {
  const name = `deadline ${after}.`;
  const headers = { 'cancel-after': after };
  const id = await submit(`${name} [[mock:queue=10s,run=10s]]`, { headers });
  expect(await read(id)).toMatchObject({ status: 'starting', deadline: expect.any(String) });
  server.advance(20_000);
  expect(await read(id)).toMatchObject({ status });
  expect((await server.ledger(name)).charged_credits).toBe(charged);
});

it.each(['4s', 'soon', '', '1d', '-5s'])(
  '[providers.personalities.errors] refuses the deadline %j',
  async (after) => {
    const path = '/v1/models/some/model/predictions';
    const body = { input: { prompt: 'never' } };
    const headers = { 'cancel-after': after };
    expect((await call({ path, body, headers })).status).toBe(400);
  },
);

it('[providers.personalities.wire] lists by pages that lead to each other, the latest first', async () => {
  const key = 'lister';
  for (let count = 0; count < 101; count += 1) await submit(`listed ${count}`, { key });
  const page = z.object({
    previous: z.null(),
    next: z.url().nullable(),
    results: z.array(z.object({ id: z.string(), input: z.object({ prompt: z.string() }) })),
  });
  const first = page.parse((await call({ path: '/v1/predictions', key })).body);
  expect([first.results.length, first.results[0]?.input.prompt]).toEqual([100, 'listed 100']);
  const rest = page.parse((await callWire(first.next ?? '', { key })).body);
  expect([rest.next, rest.results.map(({ input }) => input.prompt)]).toEqual([null, ['listed 0']]);
  expect((await call({ path: '/v1/predictions?cursor=other', key })).status).toBe(404);
});

it.each([
  ['input_validation_failed', '/v1/models/some/model/predictions', { input: {} }],
  ['input_validation_failed', '/v1/models/some/model/predictions', {}],
  ['input_validation_failed', '/v1/predictions', { input: { prompt: 'x' } }],
  [
    'input_validation_failed',
    '/v1/models/some/model/predictions',
    { input: { prompt: 'x', style: '[[mock:findable]]' } },
  ],
  [
    'invalid_version_or_not_permitted',
    '/v1/predictions',
    { version: 'some/no-such-model', input: { prompt: 'x' } },
  ],
])('[providers.personalities.errors] answers %s where it belongs', async (code, path, body) => {
  const response = await call({ path, body });
  const { title } = z.object({ title: z.string() }).parse(response.body);
  expect(title.toLowerCase().replaceAll(' ', '_')).toBe(code);
});

it('[providers.personalities.errors] tells a limit by a text alone', async () => {
  const body = { input: { prompt: 'x [[mock:refuse=429]]' } };
  const response = await call({ path: '/v1/models/some/model/predictions', body });
  expect([response.status, response.body]).toEqual([
    429,
    { detail: 'Request was throttled. Your rate limit resets in ~1s.' },
  ]);
});

it('[providers.personalities.errors] says by a text and a status alone that there is no such model', async () => {
  const path = '/v1/models/some/no-such-model/predictions';
  const response = await call({ path, body: { input: { prompt: 'x' } } });
  const body = { detail: 'The requested resource could not be found.', status: 404 };
  expect([response.status, response.body]).toEqual([404, body]);
});

it('[mock.replicate.account] says which account a token belongs to by a name of its own, and never by the token', async () => {
  const accountOf = (key: string) => call({ path: '/v1/account', key });
  const response = await accountOf('studio');
  const name = expect.stringMatching(/^user-[\da-f]{12}$/);
  expect(response.body).toMatchObject({ type: 'user', username: name, name });
  expect(response.text).not.toContain('studio');
  expect((await accountOf('studio')).text).toBe(response.text);
  expect((await accountOf('another')).text).not.toBe(response.text);
});

it('[mock.tokens-everywhere] replicate takes tokens in the name of the model', async () => {
  const path = encodeURI('/v1/models/some/model[[mock:refuse=403]]/predictions');
  const response = await call({ path, body: { input: { prompt: 'x' } } });
  expect([response.status, response.body]).toMatchObject([
    422,
    { title: 'Invalid version or not permitted' },
  ]);
});
