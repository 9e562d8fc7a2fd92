import { createFalClient } from '@fal-ai/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { fetchByName } from '../../support/personalities/fetch-by-name.ts';
import {
  openPersonalityServer,
  type PersonalityServer,
} from '../../support/personalities/personality-server.ts';

let server: PersonalityServer;
beforeAll(async () => {
  server = await openPersonalityServer();
});
afterAll(() => server.close());

const app = 'fal-ai/some-model';
const now = '[[mock:queue=0s,run=0s]]';

/** Sends a call to the mock under another name; what comes back as JSON, or null. */
async function under(host: string, path: string, body?: object) {
  const response = await fetchByName(server.url)(`http://${host}${path}`, {
    headers: { authorization: 'Key key-1:secret' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  const type = response.headers.get('content-type');
  const value: unknown = type === 'application/json' ? await response.json() : null;
  return { status: response.status, type, body: value };
}

it.each([
  ['queue.fal.run', 'http://queue.fal.run'],
  ['Queue.Fal.Run:8789', 'http://queue.fal.run:8789'],
])('[mock.fal.host] is reached as %s, and leads back there', async (host, origin) => {
  const prompt = `as ${host} ${now}`;
  const accepted = await under(host, `/s/named/${app}`, { prompt });
  const { request_id: id, response_url: url } = z
    .object({ request_id: z.string(), response_url: z.url() })
    .parse(accepted.body);
  expect(url).toBe(`${origin}/s/named/${app}/requests/${id}`);
  const { body } = await under(host, new URL(url).pathname);
  const { video } = z.object({ video: z.object({ url: z.url() }) }).parse(body);
  expect(video.url).toContain(`${origin}/s/named/files/${id}.mp4?`);
  const { pathname, search } = new URL(video.url);
  expect((await under(host, pathname + search)).type).toBe('video/mp4');
});

it.each(['fal.run.example', 'xqueue.fal.run', 'queue.fal.run.', 'v3.fal.run', 'mock.test'])(
  '[mock.fal.host] is no fal under the name %s',
  async (host) => {
    expect((await under(host, `/${app}`, { prompt: `as ${host}` })).status).toBe(404);
    expect(await server.ledger(`as ${host}`)).toMatchObject({ accepted: 0 });
  },
);

it('[mock.fal.host] has no control routes under its names', async () => {
  const { status, body } = await under('queue.fal.run', '/_mock/ledger');
  expect([status, body]).toMatchObject([403, { error: { kind: 'foreign' } }]);
});

it('[mock.fal.host] @fal-ai/client makes a video of calls that only keep their host', async () => {
  const asNamed = fetchByName(server.url);
  const client = createFalClient({ credentials: 'id:secret', fetch: asNamed });
  const prompt = `by name ${now}`;
  const { data, requestId } = await client.subscribe(app, { input: { prompt }, pollInterval: 10 });
  const { video } = z.object({ video: z.object({ url: z.url() }) }).parse(data);
  const file = await asNamed(video.url);
  expect(Buffer.from(await file.arrayBuffer()).toString('latin1', 4, 8)).toBe('ftyp');
  expect(await server.ledger('by name ')).toMatchObject({
    accepted: 1,
    jobs: [{ id: requestId, account: 'id', model: app, wire: 'fal', downloads: 1 }],
  });
});
