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

const path = '/v2/video_generation';
const query = '/v2/query/video_generation';
const day = 24 * 3_600_000;

const call = (given: WireCall) => server.call('minimax', given);

const text = (prompt: string) => ({ type: 'text', text: prompt });
const image = (role: string, url = 'https://caller.example/i.png') => ({
  type: 'image_url',
  image_url: { url },
  role,
});
const video = { type: 'video_url', video_url: { url: 'mm_file://42' }, role: 'reference_video' };
const audio = { type: 'audio_url', audio_url: { url: 'https://caller.example/a.mp3' } };

function bodyOf(prompt: string, given: object = {}) {
  const usual = { model: 'MiniMax-H3', resolution: '768P', ratio: '16:9', duration: 4 };
  return { ...usual, content: [text(prompt)], ...given };
}

interface SubmitWish {
  readonly key?: string;
  readonly [field: string]: unknown;
}

async function submit(prompt: string, { key = 'key-1', ...given }: SubmitWish = {}) {
  const response = await call({ path, body: bodyOf(prompt, given), key });
  return z.object({ task_id: z.string() }).parse(response.body).task_id;
}

async function read(id: string, key = 'key-1') {
  const { body } = await call({ path: `${query}/${id}`, key });
  return z.object({ task: z.looseObject({}) }).safeParse(body).data?.task;
}

const remove = (id: string, key = 'key-1') =>
  call({ method: 'DELETE', path: `${path}/${id}`, key });

function messageOf(body: unknown): string {
  return z.object({ error: z.object({ message: z.string() }) }).parse(body).error.message;
}

it('[providers.personalities.wire] minimax tells what a video became, and the seconds it counts', async () => {
  const content = [
    text('told [[mock:queue=1s,run=1s]]'),
    image('first_frame'),
    image('last_frame'),
  ];
  const id = await submit('', { content, resolution: '2K', duration: 6 });
  expect(await read(id)).toEqual({
    id,
    model: 'MiniMax-H3',
    status: 'queued',
    created_at: expect.any(Number),
    updated_at: expect.any(Number),
    resolution: '2K',
    duration: 6,
    usage: {},
    ratio: 'adaptive',
    task_type: 'generation',
    modality: 'video',
  });
  server.advance(2_000);
  expect(await read(id)).toMatchObject({
    status: 'succeeded',
    content: { url: expect.stringContaining('/minimax/files/') },
    usage: { total_seconds: 6, input_seconds: 0, output_seconds: 6, input_image_count: 2 },
  });
});

it.each([
  ['policy', '1026'],
  ['internal', '1000'],
  ['credits', '1008'],
])('[providers.personalities.wire] minimax fails for %s with the code %s', async (reason, code) => {
  const id = await submit(`failing [[mock:queue=0s,run=0s,fail=${reason}]]`);
  const reported = await read(id);
  expect(reported).toMatchObject({
    status: 'failed',
    error: { code, message: expect.any(String) },
  });
  expect(reported).not.toHaveProperty('content');
});

it('[providers.personalities.errors] minimax knows no task under 400 and 2001, whatever it is asked', async () => {
  const id = await submit('known');
  for (const response of [
    await call({ path: `${query}/1` }),
    await call({ path: `${query}/${encodeURIComponent('no such')}` }),
    await call({ path: `${query}/${id}`, key: 'key-2' }),
    await remove('1'),
    await remove(id, 'key-2'),
  ]) {
    expect([response.status, response.body]).toEqual([
      400,
      {
        type: 'error',
        error: {
          type: 'bad_request_error',
          message: 'invalid task_id (2001)',
          http_code: '400',
        },
        request_id: expect.stringMatching(/^[\da-f]{32}$/),
      },
    ]);
  }
  const page = await call({ method: 'POST', path: `${query}/${id}`, body: {} });
  expect(page.status).toBe(404);
  expect(page.text).toMatch(/^404 page not found: no route POST .*POST \/v2\/video_generation/);
});

it('[providers.personalities.wire] minimax lists everything where it is asked for one task by task_id', async () => {
  const key = 'lister';
  const open = await submit('open [[mock:queue=1h]]', { key });
  const done = await submit('done [[mock:queue=0s,run=0s]]', { key, model: 'MiniMax-H3-Next' });
  const page = z.object({ total: z.int(), items: z.array(z.object({ id: z.string() })) });
  const list = async (asked: string) => {
    const { total, items } = page.parse((await call({ path: query + asked, key })).body);
    return [total, ...items.map(({ id }) => id)];
  };
  expect(await list('')).toEqual([2, done, open]);
  expect(await list(`?task_id=${open}`)).toEqual([2, done, open]);
  expect(await list('?page_num=2&page_size=1')).toEqual([2, open]);
  expect(await list('?filter.status=queued')).toEqual([1, open]);
  expect(await list('?filter.model=MiniMax-H3-Next')).toEqual([1, done]);
  expect(await list(`?filter.task_ids=${open}&filter.task_ids=1`)).toEqual([1, open]);
  expect(await list('?filter.task_type=generation')).toEqual([2, done, open]);
  expect(await list('?filter.task_type=regeneration')).toEqual([0]);
  for (const asked of ['?page_size=0', '?page_num=x', '?page_size=501']) {
    expect(messageOf((await call({ path: query + asked, key })).body)).toContain('page_num');
  }
  server.advance(7 * day);
  expect(await list('')).toEqual([0]);
  expect((await call({ path: `${query}/${open}`, key })).status).toBe(400);
  expect((await server.ledger('open [')).jobs).toHaveLength(1);
});

it('[mock.cancel] minimax cancels what waits, erases what ended, and refuses the rest', async () => {
  const id = await submit('canceled [[mock:queue=1h]]');
  expect((await remove(id)).body).toEqual({
    task_id: id,
    action: 'cancelled',
    status: 'cancelled',
  });
  const canceled = await read(id);
  expect(canceled).toMatchObject({ status: 'cancelled', usage: {} });
  expect(canceled).not.toHaveProperty('error');
  expect((await remove(id)).status).toBe(400);
  expect(await server.ledger('canceled')).toMatchObject({ failed: 1, charged_credits: 0 });
  const other = await submit('erased [[mock:queue=0s,run=2s]]');
  const early = await remove(other);
  expect([early.status, messageOf(early.body)]).toEqual([
    400,
    expect.stringMatching(/running.*\(2013\)$/),
  ]);
  server.advance(2_000);
  expect((await remove(other)).body).toEqual({
    task_id: other,
    action: 'deleted',
    status: 'deleted',
  });
  expect(await read(other)).toBeUndefined();
  expect((await remove(other)).status).toBe(400);
  expect(await server.ledger('erased')).toMatchObject({ accepted: 1, completed: 1 });
});

it('[providers.personalities.links] of minimax are new ones at each read, as long as the task is told of', async () => {
  const id = await submit('linked [[mock:queue=0s,run=0s]]');
  const link = async () => z.object({ content: z.object({ url: z.url() }) }).parse(await read(id));
  const first = (await link()).content.url;
  server.advance(day - 1);
  const second = (await link()).content.url;
  expect(second).not.toBe(first);
  server.advance(1);
  expect((await callWire(first, { key: null })).status).toBe(403);
  expect((await callWire(second, { key: null })).status).toBe(200);
});

const nine = Array.from({ length: 9 }, () => image('reference_image'));

it.each([
  ['model', { model: undefined }],
  ['model', { model: 'no-such-model' }],
  ['non-empty text item', { content: [image('first_frame')] }],
  ['one text item', { content: [text('x'), text('y')] }],
  ['7000 characters', { content: [text('x'.repeat(7_001))] }],
  [
    'at most 1 of first_frame',
    { content: [text('x'), image('first_frame'), image('first_frame')] },
  ],
  ['at most 9 of reference_image', { content: [text('x'), ...nine, image('reference_image')] }],
  ['a last_frame requires', { content: [text('x'), image('last_frame')] }],
  ['exclude each other', { content: [text('x'), image('first_frame'), video] }],
  ['a reference_audio requires', { content: [text('x'), audio] }],
  ['ratio', { ratio: undefined }],
  ['ratio', { ratio: 'adaptive' }],
  ['ratio', { ratio: '3:2' }],
  ['480P', { resolution: '480P' }],
  ['2K', { model: 'MiniMax-H3-Max', resolution: '2K', duration: 5 }],
  ['5 to 15 seconds', { model: 'MiniMax-H3-Max', duration: 4 }],
  ['4 to 15 seconds', { duration: 3 }],
  ['duration', { duration: 16 }],
  ['no references', { model: 'MiniMax-H3-Max', duration: 5, content: [text('x'), video] }],
  ['callback_url', { callback_url: 'ftp://caller.example' }],
  ['no effect in seed', { seed: '[[mock:findable]]' }],
  [
    'no effect in content',
    { content: [text('x'), image('first_frame', 'https://a/[[mock:vanish]]')] },
  ],
])('[providers.personalities.errors] minimax says %s of %j under 2013', async (said, given) => {
  const response = await call({ path, body: bodyOf('refused by minimax', given) });
  expect(response.status).toBe(400);
  expect(messageOf(response.body)).toContain(said);
  expect(messageOf(response.body)).toMatch(/^invalid params.*\(2013\)$/s);
  expect(await server.ledger('refused by minimax')).toMatchObject({ accepted: 0 });
});

it('[providers.personalities.wire] minimax keeps its files as references, and passes over what it does not know', async () => {
  const content = [
    text('referring'),
    image('reference_image', 'data:image/png;base64,iVBORw0KGgo='),
    video,
    audio,
  ];
  await submit('', { content, seed: 7 });
  const [job] = (await server.ledger('referring')).jobs;
  expect(job?.references).toMatchObject([
    { role: 'reference_image', size: 8 },
    { role: 'reference_video', size: 'mm_file://42'.length },
    { role: 'reference_audio', size: 'https://caller.example/a.mp3'.length },
  ]);
});

it.each([
  [{ resolution: '768P', ratio: '1:1' }, [768, 768]],
  [{ resolution: '2K', ratio: '9:16' }, [1_440, 2_560]],
  [{ model: 'MiniMax-H3-Max', resolution: undefined, duration: 5 }, [1_366, 768]],
])('[providers.personalities.wire] minimax draws %j as its words say', async (given, pixels) => {
  const id = await submit('drawn [[mock:queue=0s,run=0s]]', given);
  const { content } = z.object({ content: z.object({ url: z.url() }) }).parse(await read(id));
  const bytes = Buffer.from(await (await fetch(content.url)).arrayBuffer());
  const entry = bytes.indexOf('avc1', bytes.indexOf('stsd'));
  expect([bytes.readUInt16BE(entry + 28), bytes.readUInt16BE(entry + 30)]).toEqual(pixels);
});

it('[mock.tokens-everywhere] minimax takes tokens in its model, too', async () => {
  const given = { model: 'MiniMax-H3 [[mock:refuse=429]]' };
  const response = await call({ path, body: bodyOf('x', given) });
  expect([response.status, messageOf(response.body)]).toEqual([
    429,
    expect.stringContaining('(1002)'),
  ]);
});
