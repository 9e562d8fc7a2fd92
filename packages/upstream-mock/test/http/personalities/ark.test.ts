import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { arkPixels, arkRatios, arkResolutions } from '../../../src/wires/ark/ark.ts';
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

const path = '/api/v3/contents/generations/tasks';
const day = 24 * 3_600_000;

const call = (given: WireCall) => server.call('ark', given);

function bodyOf(text: string, given: object = {}) {
  const model = 'doubao-seedance-2-0-260128';
  return { model, content: [{ type: 'text', text }], resolution: '480p', duration: 2, ...given };
}

async function submit(
  text: string,
  { key = 'key-1', ...given }: { readonly key?: string; readonly [field: string]: unknown } = {},
) {
  const response = await call({ path, body: bodyOf(text, given), key });
  return z.object({ id: z.string() }).parse(response.body).id;
}

function codeOf(body: unknown): string {
  return z.object({ error: z.object({ code: z.string() }) }).parse(body).error.code;
}

it('[providers.personalities.wire] tells what a video became, and what it counts', async () => {
  const id = await submit('told [[mock:queue=0s,run=0s]]', {
    ratio: '4:3',
    safety_identifier: 'user-1',
    generate_audio: false,
  });
  const response = await call({ path: `${path}/${id}` });
  expect(response.body).toMatchObject({
    id,
    model: 'doubao-seedance-2-0-260128',
    status: 'succeeded',
    resolution: '480p',
    ratio: '4:3',
    duration: 2,
    framespersecond: 24,
    generate_audio: false,
    safety_identifier: 'user-1',
    service_tier: 'default',
    usage: { completion_tokens: Math.ceil((752 * 560 * 24 * 2) / 1_024) },
    content: { video_url: expect.stringContaining('/ark/files/') },
  });
});

it('[providers.personalities.wire] draws the pixels Seedance makes', async () => {
  expect(arkPixels('720p', '1:1')).toEqual({ width: 960, height: 960 });
  expect(arkPixels('720p', '4:3')).toEqual({ width: 1112, height: 834 });
  expect(arkPixels('480p', '16:9')).toEqual({ width: 864, height: 496 });
  expect(arkPixels('480p', '9:16')).toEqual({ width: 496, height: 864 });
  for (const resolution of arkResolutions) {
    for (const ratio of arkRatios) {
      const { width = 0, height = 0 } = arkPixels(resolution, ratio) ?? {};
      expect([width % 2, height % 2, Math.max(width, height) <= 4_096]).toEqual([0, 0, true]);
    }
  }
  const id = await submit('drawn [[mock:queue=0s,run=0s]]', { ratio: '9:16' });
  const reported = await call({ path: `${path}/${id}` });
  const { content } = z.object({ content: z.object({ video_url: z.url() }) }).parse(reported.body);
  const video = Buffer.from(await (await fetch(content.video_url)).arrayBuffer());
  const entry = video.indexOf('avc1', video.indexOf('stsd'));
  expect([video.readUInt16BE(entry + 28), video.readUInt16BE(entry + 30)]).toEqual([496, 864]);
});

it.each([
  ['MissingParameter', 400, bodyOf('x', { model: undefined })],
  ['MissingParameter', 400, bodyOf('x', { content: undefined })],
  ['MissingParameter', 400, bodyOf('x', { content: [] })],
  ['InvalidEndpointOrModel.NotFound', 404, bodyOf('x', { model: 'sora-2' })],
  ['InvalidParameter', 400, bodyOf('x', { resolution: '360p' })],
  ['InvalidParameter', 400, bodyOf('x', { ratio: '5:4' })],
  ['InvalidParameter', 400, bodyOf('x', { ratio: '21:9', resolution: '4k' })],
  ['InvalidParameter', 400, bodyOf('x', { duration: 31 })],
  ['InvalidParameter', 400, bodyOf('x', { duration: 0 })],
  ['InvalidParameter', 400, bodyOf('x', { callback_url: 1 })],
])(
  '[providers.personalities.errors] answers %s (%d) where it belongs',
  async (code, status, body) => {
    const response = await call({ path, body });
    expect([response.status, codeOf(response.body)]).toEqual([status, code]);
  },
);

it('[providers.personalities.wire] takes frames or references, as links and as bytes', async () => {
  const image = (role: string, url: string) => ({ type: 'image_url', image_url: { url }, role });
  const text = { type: 'text', text: 'framed' };
  const first = image('first_frame', 'data:image/png;base64,iVBORw0KGgo=');
  const last = image('last_frame', 'https://caller.example/last.png');
  const reference = { type: 'video_url', video_url: { url: 'https://caller.example/v.mp4' } };
  await submit('', { content: [text, first, last] });
  const [job] = (await server.ledger('framed')).jobs;
  expect(job?.references).toMatchObject([
    { role: 'first_frame', size: 8 },
    { role: 'last_frame', size: 'https://caller.example/last.png'.length },
  ]);
  const mixed = await call({ path, body: bodyOf('', { content: [text, first, reference] }) });
  expect(codeOf(mixed.body)).toBe('InvalidParameter');
});

it('[providers.personalities.own-ids] takes the same request twice as two, since it knows no own ids', async () => {
  const ids = [await submit('twice'), await submit('twice')];
  expect(new Set(ids).size).toBe(2);
  expect(await server.ledger('twice')).toMatchObject({ accepted: 2 });
});

it('[providers.personalities.wire] lists by pages and filters, the latest first, for seven days', async () => {
  const key = 'lister';
  const open = await submit('open [[mock:queue=1h]]', { key });
  const done = await submit('done [[mock:queue=0s,run=0s]]', { key, model: 'ep-1' });
  const page = z.object({ total: z.int(), items: z.array(z.object({ id: z.string() })) });
  const list = async (query: string) => {
    const { total, items } = page.parse((await call({ path: path + query, key })).body);
    return [total, ...items.map(({ id }) => id)];
  };
  expect(await list('')).toEqual([2, done, open]);
  expect(await list('?page_num=2&page_size=1')).toEqual([2, open]);
  expect(await list('?filter.status=queued')).toEqual([1, open]);
  expect(await list('?filter.model=ep-1')).toEqual([1, done]);
  expect(await list(`?filter.task_ids=${open}&filter.task_ids=other`)).toEqual([1, open]);
  for (const query of ['?page_size=0', '?page_num=x', '?page_size=501']) {
    expect(codeOf((await call({ path: path + query, key })).body)).toBe('InvalidParameter');
  }
  server.advance(7 * day);
  expect(await list('')).toEqual([0]);
  expect((await call({ path: `${path}/${open}`, key })).status).toBe(404);
  expect((await server.ledger('open [')).jobs).toHaveLength(1);
});

it('[providers.personalities.wire] ark ends what waits longer than it may, for nothing', async () => {
  const id = await submit('expired [[mock:queue=72h]]', { execution_expires_after: 3_600 });
  const status = async () => (await call({ path: `${path}/${id}` })).body;
  expect(await status()).toMatchObject({ status: 'queued', execution_expires_after: 3_600 });
  server.advance(3_600_000);
  const reported = await status();
  expect(reported).toMatchObject({ status: 'expired' });
  expect(reported).not.toHaveProperty('error');
  expect(await server.ledger('expired [')).toMatchObject({ failed: 1, charged_credits: 0 });
  const usual = await submit('usual [[mock:queue=72h]]');
  server.advance(2 * day);
  expect((await call({ path: `${path}/${usual}` })).body).toMatchObject({ status: 'expired' });
});

it('[mock.cancel] ark cancels what waits for nothing', async () => {
  const id = await submit('cancelled [[mock:queue=1h]]');
  const one = `${path}/${id}`;
  expect((await call({ method: 'DELETE', path: one })).status).toBe(200);
  expect((await call({ path: one })).body).toMatchObject({ status: 'cancelled' });
  expect(await server.ledger('cancelled [')).toMatchObject({ failed: 1, charged_credits: 0 });
});

it('[providers.personalities.wire] erases what ended, refuses to while it runs, and the ledger keeps it', async () => {
  const id = await submit('erased [[mock:queue=0s,run=2s]]');
  const remove = () => call({ method: 'DELETE', path: `${path}/${id}` });
  const early = await remove();
  expect([early.status, codeOf(early.body)]).toEqual([409, 'TaskRunningCannotCancel']);
  server.advance(2_000);
  const foreign = await call({ method: 'DELETE', path: `${path}/${id}`, key: 'key-2' });
  expect(foreign.status).toBe(404);
  expect((await remove()).status).toBe(200);
  expect((await call({ path: `${path}/${id}` })).status).toBe(404);
  expect((await remove()).status).toBe(404);
  expect(await server.ledger('erased')).toMatchObject({ accepted: 1, completed: 1 });
  expect((await callWire(`${server.url}/ark${path}/${id}`, { method: 'PUT' })).status).toBe(404);
});
