import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import {
  openPersonalityServer,
  type PersonalityServer,
  type WireCall,
} from '../../support/personalities/personality-server.ts';

let server: PersonalityServer;
beforeAll(async () => {
  server = await openPersonalityServer();
});
afterAll(() => server.close());

const path = '/v1/videos';
const call = (given: WireCall) => server.call('openai-videos', given);
const videoSchema = z.looseObject({ id: z.string(), status: z.string() });

async function submit(
  prompt: string,
  { key = 'key-1', ...fields }: { readonly key?: string; readonly [field: string]: unknown } = {},
) {
  const response = await call({
    path,
    key,
    body: { prompt, seconds: '1', size: '320x180', ...fields },
  });
  return videoSchema.parse(response.body);
}

function codeOf(body: unknown): string {
  return z.object({ error: z.object({ code: z.string() }) }).parse(body).error.code;
}

it('[providers.personalities.wire] has the defaults of the API, and numbers as text', async () => {
  const response = await call({ path, body: { prompt: 'plain' } });
  expect(response.body).toMatchObject({
    object: 'video',
    model: 'sora-2',
    seconds: '4',
    size: '720x1280',
    progress: 0,
    prompt: 'plain',
    completed_at: null,
    expires_at: null,
    error: null,
    remixed_from_video_id: null,
  });
});

it('[providers.personalities.wire] takes a form with an image, and proves which bytes arrived', async () => {
  const bytes = Buffer.from(
    'not really a picture\r\n--but with a line that looks like an end--\r\n',
  );
  const form = new FormData();
  form.set('prompt', 'formed "é" 船');
  form.set('seconds', '2');
  form.set('size', '320x180');
  form.set('input_reference', new File([bytes], 'first.png', { type: 'image/png' }));
  const response = await fetch(`${server.url}/openai-videos${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer key-1' },
    body: form,
  });
  expect(await response.json()).toMatchObject({
    seconds: '2',
    size: '320x180',
    prompt: 'formed "é" 船',
  });
  const [job] = (await server.ledger('formed')).jobs;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(job?.references).toEqual([{ role: 'input_reference', sha256, size: bytes.length }]);
});

it('[providers.personalities.wire] remixes a completed video with another prompt', async () => {
  const source = await submit('first take [[mock:queue=0s,run=1s]]');
  const remix = (body: object, key = 'key-1') =>
    call({ path: `${path}/${source.id}/remix`, body, key });
  const early = await remix({ prompt: 'too early' });
  expect([early.status, codeOf(early.body)]).toEqual([400, 'invalid_value']);
  server.advance(1_000);
  const response = await remix({ prompt: 'second take [[mock:queue=0s,run=0s]]' });
  const { id } = videoSchema.parse(response.body);
  expect(response.body).toMatchObject({
    remixed_from_video_id: source.id,
    seconds: '1',
    size: '320x180',
  });
  expect((await call({ path: `${path}/${id}/content` })).status).toBe(200);
  expect(await server.ledger('second take')).toMatchObject({ accepted: 1, completed: 1 });
  expect([(await remix({})).status, (await remix({ prompt: 'x' }, 'key-2')).status]).toEqual([
    400, 404,
  ]);
});

it('[providers.personalities.wire] takes an image by its link', async () => {
  await submit('linked', { input_reference: { image_url: 'https://caller.example/first.png' } });
  expect((await server.ledger('linked')).jobs[0]?.references).toMatchObject([
    { role: 'input_reference', size: 'https://caller.example/first.png'.length },
  ]);
});

const boundary = 'x-boundary';
const part = `--${boundary}\r\ncontent-disposition: form-data; name="prompt"\r\n\r\nx\r\n`;

it.each([
  ['without an end', part],
  ['that begins in another way', `prologue\r\n${part}--${boundary}--`],
  [
    'of a part without a name',
    `--${boundary}\r\ncontent-type: text/plain\r\n\r\nx\r\n--${boundary}--`,
  ],
  ['of a part without headers', `--${boundary}\r\nx\r\n--${boundary}--`],
  ['of a great many parts', `${part.repeat(65)}--${boundary}--`],
  [
    'of a part with endless headers',
    `--${boundary}\r\na: ${'b'.repeat(20_000)}\r\n\r\nx\r\n--${boundary}--`,
  ],
])('[providers.personalities.bounds] refuses a form %s', async (_what, body) => {
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const response = await call({ method: 'POST', path, headers, body });
  expect([response.status, codeOf(response.body)]).toEqual([400, 'invalid_value']);
});

it.each([
  ['no prompt', {}],
  ['an odd size', { prompt: 'x', size: '321x180' }],
  ['a size without bounds', { prompt: 'x', size: '9998x180' }],
  ['no time', { prompt: 'x', seconds: '0' }],
  ['a time without bounds', { prompt: 'x', seconds: '61' }],
])('[providers.personalities.errors] refuses %s', async (_what, body) => {
  const response = await call({ path, body });
  expect([response.status, codeOf(response.body)]).toEqual([400, 'invalid_value']);
});

it('[providers.personalities.errors] knows a model that does not exist, and two worlds of 429', async () => {
  for (const model of ['no-such-model', 'no-such-model [[mock:findable]]']) {
    const missing = await call({ path, body: { prompt: 'x', model } });
    expect([missing.status, codeOf(missing.body)]).toEqual([404, 'model_not_found']);
  }
  const type = async (token: string) => {
    const response = await call({ path, body: { prompt: `[[mock:${token}]]` } });
    return z.object({ error: z.object({ type: z.string() }) }).parse(response.body).error.type;
  };
  expect(await type('refuse=429')).toBe('requests');
  expect(await type('refuse-code=project_spend_limit_exceeded')).toBe('insufficient_quota');
});

it('[providers.personalities.own-ids] gives the earlier video to an equal request, and refuses another under its key', async () => {
  const headers = { 'idempotency-key': 'same-1' };
  const first = await call({ path, headers, body: { prompt: 'same', seconds: '1' } });
  const equal = await call({
    path,
    headers,
    body: { seconds: 1, prompt: 'same', size: '720x1280' },
  });
  expect(videoSchema.parse(equal.body).id).toBe(videoSchema.parse(first.body).id);
  const other = await call({ path, headers, body: { prompt: 'same but longer', seconds: '2' } });
  expect([other.status, codeOf(other.body)]).toEqual([409, 'idempotency_key_conflict']);
  const foreign = await call({
    path,
    headers,
    key: 'key-2',
    body: { prompt: 'same', seconds: '1' },
  });
  expect(videoSchema.parse(foreign.body).id).not.toBe(videoSchema.parse(first.body).id);
  expect(await server.ledger('same')).toMatchObject({ accepted: 2 });
});

it('[providers.personalities.own-ids] says a lost response to the one who asks again', async () => {
  const headers = { 'idempotency-key': 'lost-1' };
  const body = { prompt: 'lost [[mock:lost-response]]' };
  await expect(call({ path, headers, body })).rejects.toThrow(TypeError);
  expect((await server.ledger('lost ')).jobs).toMatchObject([{ answered: false }]);
  const again = videoSchema.parse((await call({ path, headers, body })).body);
  await expect
    .poll(async () => (await server.ledger('lost ')).jobs)
    .toMatchObject([{ id: again.id, correlation_id: 'lost-1', answered: true }]);
});

it('[providers.personalities.wire] lists by cursor, in both orders', async () => {
  const key = 'lister';
  const ids: string[] = [];
  for (const prompt of ['one', 'two', 'three']) ids.unshift((await submit(prompt, { key })).id);
  const page = z.object({ data: z.array(z.object({ id: z.string() })), has_more: z.boolean() });
  const list = async (query: string) => {
    const { data, has_more: more } = page.parse((await call({ path: path + query, key })).body);
    return [more, ...data.map(({ id }) => id)];
  };
  expect(await list('')).toEqual([false, ...ids]);
  expect(await list('?limit=2')).toEqual([true, ids[0], ids[1]]);
  expect(await list(`?limit=2&after=${ids[1]}`)).toEqual([false, ids[2]]);
  expect(await list('?order=asc')).toEqual([false, ...ids.toReversed()]);
  expect((await call({ path: `${path}?after=other`, key })).status).toBe(404);
  for (const limit of ['0', '101', '1.5', 'x']) {
    expect((await call({ path: `${path}?limit=${limit}`, key })).status).toBe(400);
  }
});

it('[providers.personalities.links] keeps a video as long as it says', async () => {
  const { id } = await submit('kept [[mock:queue=0s,run=0s,result-kept=1h]]');
  const reported = z.object({ completed_at: z.int(), expires_at: z.int() });
  const { completed_at: completed, expires_at: expires } = reported.parse(
    (await call({ path: `${path}/${id}` })).body,
  );
  expect(expires - completed).toBe(3_600);
  server.advance(3_599_999);
  expect((await call({ path: `${path}/${id}/content` })).status).toBe(200);
  server.advance(1);
  expect((await call({ path: `${path}/${id}/content` })).status).toBe(404);
});

it('[providers.personalities.wire] serves the video to its account only, and goes on where a read broke', async () => {
  const { id } = await submit('served [[mock:queue=0s,run=0s,url-403=1]]');
  const content = { path: `${path}/${id}/content` };
  expect((await call({ ...content, key: 'key-2' })).status).toBe(404);
  expect((await call({ ...content, key: null })).status).toBe(401);
  expect((await call(content)).status).toBe(403);
  const whole = await call(content);
  expect(whole.status).toBe(200);
  const rest = await call({ ...content, headers: { range: 'bytes=100-' } });
  expect([rest.status, rest.headers.get('etag')]).toEqual([206, whole.headers.get('etag')]);
  expect((await call({ path: `${content.path}?variant=spritesheet` })).status).toBe(400);
});

it('[providers.personalities.wire] shows a thumbnail, which is no download', async () => {
  const { id } = await submit('shown [[mock:queue=1s,run=0s,corrupt]]');
  const thumbnail = { path: `${path}/${id}/content?variant=thumbnail` };
  expect((await call(thumbnail)).status).toBe(404);
  server.advance(1_000);
  const shown = await call(thumbnail);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(shown.text.slice(1, 4)).toBe('PNG');
  expect(await server.ledger('shown')).toMatchObject({ jobs: [{ downloads: 0 }] });
});

it('[providers.personalities.wire] removes what ended, and the ledger keeps it', async () => {
  const { id } = await submit('removed [[mock:queue=1s,run=1s]]');
  const remove = () => call({ method: 'DELETE', path: `${path}/${id}` });
  expect((await remove()).status).toBe(400);
  server.advance(2_000);
  expect((await remove()).body).toEqual({ id, object: 'video.deleted', deleted: true });
  expect((await call({ path: `${path}/${id}` })).status).toBe(404);
  expect((await call({ path: `${path}/${id}/content` })).status).toBe(404);
  expect(await server.ledger('removed')).toMatchObject({ accepted: 1 });
  expect((await call({ method: 'PUT', path, body: {} })).status).toBe(404);
});

it('[mock.openai-dialect] is spoken of below /compatible as compatible servers do, and shows the same job', async () => {
  const body = { prompt: 'dialect [[mock:queue=1s,run=1s]]', seconds: '1', size: '320x180' };
  const accepted = await call({ path: `/compatible${path}`, body });
  expect(accepted).toMatchObject({ status: 202, body: { status: 'queued', seconds: 1 } });
  const { id } = videoSchema.parse(accepted.body);
  const states = async () => {
    const read = (prefix: string) => call({ path: `${prefix}${path}/${id}` });
    const both = [await read('/compatible'), await read('')];
    return both.map(({ body: video }) => videoSchema.parse(video).status);
  };
  server.advance(1_000);
  expect(await states()).toEqual(['processing', 'in_progress']);
  server.advance(1_000);
  expect(await states()).toEqual(['succeeded', 'completed']);
  const content = await fetch(`${server.url}/openai-videos/compatible${path}/${id}/content`, {
    headers: { authorization: 'Bearer key-1' },
  });
  expect(content.status).toBe(200);
  expect((await content.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  expect((await call({ path: `/compatible${path}` })).status).toBe(404);
});
