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

const videos = '/api/v1/videos';
const call = (given: WireCall) => server.call('openrouter', given);
const idSchema = z.object({ id: z.string() });

function bodyOf(prompt: string, given: object = {}) {
  return { model: 'some/model', prompt, resolution: '480p', duration: 2, ...given };
}

async function submit(prompt: string, given: object = {}) {
  const response = await call({ path: videos, body: bodyOf(prompt, given) });
  return idSchema.parse(response.body).id;
}

const read = async (id: string) => (await call({ path: `${videos}/${id}` })).body;
const content = (id: string, query = '', headers: WireCall['headers'] = {}) =>
  call({ path: `${videos}/${id}/content${query}`, headers });

it('[providers.personalities.wire] tells where to read a job, its two kinds of links, and what it cost', async () => {
  const body = bodyOf('told [[mock:queue=1s,run=1s]]', { resolution: '720p' });
  const accepted = await call({ path: videos, body });
  const { id } = idSchema.parse(accepted.body);
  const path = `/openrouter${videos}/${id}`;
  expect([accepted.status, accepted.body]).toEqual([
    202,
    { id, polling_url: path, status: 'pending' },
  ]);
  const space = await callWire(`${server.url}/s/other/openrouter${videos}`, { body });
  expect(space.body).toMatchObject({
    polling_url: expect.stringMatching(/^\/s\/other\/openrouter\//),
  });
  server.advance(1_000);
  expect(await read(id)).toEqual({ id, polling_url: path, status: 'in_progress' });
  server.advance(1_000);
  expect(await read(id)).toEqual({
    id,
    generation_id: id,
    polling_url: path,
    status: 'completed',
    urls: [expect.stringContaining('/openrouter/files/')],
    unsigned_urls: [`${server.url}${path}/content?index=0`],
    usage: { cost: 4, is_byok: false },
  });
});

it.each([['policy'], ['internal'], ['credits']])(
  '[providers.personalities.wire] fails for %s with a text alone',
  async (reason) => {
    const id = await submit(`failing [[mock:queue=0s,run=0s,fail=${reason}]]`);
    expect(await read(id)).toMatchObject({ status: 'failed', error: expect.any(String) });
    expect((await content(id)).status).toBe(409);
  },
);

it('[providers.personalities.links] serves the video to the key alone, in parts, too', async () => {
  const id = await submit('fetched [[mock:queue=0s,run=1s]]');
  expect((await content(id)).status).toBe(409);
  server.advance(1_000);
  expect(
    (await callWire(`${server.url}/openrouter${videos}/${id}/content`, { key: null })).status,
  ).toBe(401);
  expect((await call({ path: `${videos}/${id}/content`, key: 'key-2' })).status).toBe(404);
  const whole = await content(id, '?index=0');
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4']);
  const part = await content(id, '', { range: 'bytes=4-7' });
  expect([part.status, part.text]).toEqual([206, 'ftyp']);
  expect((await content(id, '?index=first')).status).toBe(400);
  expect((await content(id, '?index=1')).status).toBe(404);
});

it.each([
  ['result-gone', 410],
  ['url-403=1', 403],
  ['reads=404:1', 200],
  ['result-kept=10s', 410],
])(
  '[providers.personalities.links] the video by the key goes wrong as %s says',
  async (token, status) => {
    const id = await submit(`kept [[mock:queue=0s,run=0s,${token}]]`);
    server.advance(10_000);
    expect((await content(id)).status).toBe(status);
  },
);

it.each([
  [{ model: undefined }, 'model'],
  [{ model: 'no-such-model' }, 'no-such-model', 404],
  [{ prompt: undefined }, 'prompt'],
  [{ duration: '2' }, 'duration'],
  [{ resolution: 'large' }, 'large'],
  [{ size: 'large' }, 'size'],
  [{ frame_images: { type: 'image_url' } }, 'frame_images'],
  [
    { frame_images: [{ type: 'image_url', image_url: { url: 'https://a.example/1.png' } }] },
    'frame_type',
  ],
  [{ session_id: '[[mock:findable]]' }, 'session_id'],
  [{ callback_url: 'no url' }, 'callback_url'],
])(
  '[providers.personalities.errors] openrouter names what is wrong in %j',
  async (given, named, status = 400) => {
    const response = await call({ path: videos, body: bodyOf('wrong', given) });
    const error = { code: status, message: expect.stringContaining(named) };
    expect([response.status, response.body]).toEqual([status, { error }]);
    expect(await server.ledger('wrong')).toMatchObject({ accepted: 0 });
  },
);

it('[providers.personalities.wire] keeps frames and references by the names of their fields, and passes over the unknown', async () => {
  const image_url = { url: 'data:image/png;base64,iVBORw0KGgo=' };
  await submit('with references', {
    frame_images: [{ type: 'image_url', image_url, frame_type: 'first_frame' }],
    input_references: [{ type: 'video_url', video_url: { url: 'https://a.example/v.mp4' } }],
    provider: { options: { 'google-vertex': { parameters: { personGeneration: 'allow' } } } },
    of_the_future: 1,
  });
  const [job] = (await server.ledger('with references')).jobs;
  expect(job?.references).toMatchObject([
    { role: 'frame_images', size: 8 },
    { role: 'input_references', size: 23 },
  ]);
});

it('[providers.personalities.wire] has a catalogue of models that wants no key, and no other routes', async () => {
  const catalogue = await call({ path: `${videos}/models`, key: null });
  expect([catalogue.status, catalogue.body]).toMatchObject([
    200,
    { data: [{ id: 'google/veo-3.1' }] },
  ]);
  const id = await submit('routes');
  for (const [method, path] of [
    ['GET', videos],
    ['DELETE', `${videos}/${id}`],
    ['POST', `${videos}/${id}/cancel`],
    ['GET', '/api/v1/models'],
  ] as const) {
    expect((await call({ method, path })).status).toBe(404);
  }
});

it('[providers.personalities.wire] openrouter says of a key that is valid what it is, and of another that it is wrong', async () => {
  const path = '/api/v1/key';
  const valid = await call({ path });
  const data = { label: 'sk-or-v1-mock', limit: null, limit_remaining: null, usage: 0 };
  expect([valid.status, valid.body]).toEqual([200, { data }]);
  const wrong = await call({ path, key: 'expired-key' });
  expect([wrong.status, wrong.body]).toMatchObject([401, { error: { code: 401 } }]);
});

it('[mock.tokens-everywhere] openrouter takes tokens in the texts that it reads', async () => {
  for (const given of [
    { model: 'some/model[[mock:refuse=429]]' },
    { resolution: '480p[[mock:refuse=429]]' },
  ]) {
    expect((await call({ path: videos, body: bodyOf('x', given) })).status).toBe(429);
  }
});
