import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import {
  callWire,
  openPersonalityServer,
  type PersonalityServer,
} from '../support/personalities/personality-server.ts';

let server: PersonalityServer;
beforeAll(async () => {
  server = await openPersonalityServer();
});
afterAll(() => server.close());

let jobs = 0;

/** Submits on the mock's own wire. */
async function submit(tokens: string) {
  jobs += 1;
  const response = await callWire(`${server.url}/v1/generations`, {
    body: {
      correlation_id: `job-${jobs}.1`,
      model: 'vm_std-2.0',
      media_type: 'video',
      prompt: `video ${jobs} [[mock:${tokens}]]`,
      negative_prompt: null,
      duration: 1,
      aspect_ratio: '16:9',
      resolution: '720p',
      width: 64,
      height: 36,
      audio: false,
      references: [],
    },
  });
  const { id } = z.object({ id: z.string().optional() }).catch({}).parse(response.body);
  const { accepted } = await server.ledger(`video ${jobs} `);
  return { ...response, id, accepted, search: `/v1/generations?correlation_id=job-${jobs}.1` };
}

const read = (path: string) => callWire(server.url + path, {});

it.each([
  ['response=502,accepted=no', 502, 0],
  ['response=502', 502, 1],
  ['response=unlisted-code,accepted=no', 400, 0],
  ['response=unlisted-code', 400, 1],
  ['response=error-in-200,accepted=no', 200, 0],
  ['response=error-in-200', 200, 1],
  ['response=no-id', 202, 1],
  ['refuse-code=1102', 400, 0],
])('[mock.lost-answers] %s answers %d, accepting %d', async (token, status, accepted) => {
  expect(await submit(token)).toMatchObject({ status, accepted, id: undefined });
});

it.each([
  ['refuse=429,response=500', 500, 1],
  ['response=500,refuse=429', 429, 0],
  ['response=502,accepted=no,refuse=429', 429, 0],
  ['refuse=429,response=502,accepted=no', 502, 0],
  ['refuse=429,fail=policy', 202, 1],
  ['fail=policy,refuse=429', 429, 0],
])(
  '[mock.contradicting-tokens] %s answers %d, accepting %d: the later one counts',
  async (tokens, status, accepted) => {
    expect(await submit(tokens)).toMatchObject({ status, accepted });
  },
);

it.each([
  ['reads=401:2', 401],
  ['reads=429:2', 429],
  ['reads=502:2', 502],
  ['reads=error-in-200:2', 200],
])('[mock.bad-reads] %s disturbs two reads', async (token, status) => {
  const { id } = await submit(`queue=1h,${token}`);
  for (let count = 0; count < 2; count += 1) {
    const response = await read(`/v1/generations/${id}`);
    expect(response.status).toBe(status);
    expect(response.body).not.toMatchObject({ status: 'queued' });
  }
  expect((await read(`/v1/generations/${id}`)).body).toMatchObject({ status: 'queued' });
});

it('[mock.bad-reads] no-url completes without a result at first', async () => {
  const { id } = await submit('queue=0s,run=0s,no-url=1');
  const path = `/v1/generations/${id}`;
  expect((await read(path)).body).toMatchObject({
    status: 'completed',
    output: { media_type: 'video' },
  });
  expect((await read(path)).body).toMatchObject({ output: { url: expect.any(String) } });
});

it('[mock.bad-results] url-403 comes before result-gone, so that both are seen', async () => {
  const { id } = await submit('queue=0s,run=0s,result-gone,url-403=1');
  expect((await read(`/v1/results/${id}`)).status).toBe(403);
  expect((await read(`/v1/results/${id}`)).status).toBe(410);
});

it('[mock.lost-request] resets the connection as lost-response does, and accepts nothing', async () => {
  const ends: string[] = [];
  for (const token of ['lost-request', 'lost-response']) {
    const end = await submit(token).then(
      () => 'a response',
      (error: unknown) => (error instanceof Error ? String(error.cause) : 'no error'),
    );
    ends.push(end);
  }
  expect(ends).toEqual(['Error: read ECONNRESET', 'Error: read ECONNRESET']);
  expect((await server.ledger('[[mock:lost-request]]')).accepted).toBe(0);
  expect((await server.ledger('[[mock:lost-response]]')).accepted).toBe(1);
});

it('[mock.findable] a search shows nothing for what was never accepted, and says so of nothing else', async () => {
  const { search } = await submit('run=1s');
  expect((await read(search)).status).toBe(501);
  const never = await read('/v1/generations?correlation_id=never');
  expect([never.status, never.body]).toEqual([200, { data: [] }]);
  for (const query of ['', '?correlation_id=', '?correlation=never']) {
    const refused = await read(`/v1/generations${query}`);
    expect(refused).toMatchObject({ status: 400, body: { error: { kind: 'invalid' } } });
  }
});

it('[mock.findable] list-lag puts off when a job is found', async () => {
  const { id, search } = await submit('findable,list-lag=1m');
  server.advance(59_999);
  expect((await read(search)).body).toEqual({ data: [] });
  server.advance(1);
  expect((await read(search)).body).toMatchObject({ data: [{ id }] });
});
