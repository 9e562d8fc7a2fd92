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

const path = '/api/v1/services/aigc/video-generation/video-synthesis';
const tasks = '/api/v1/tasks/';

const call = (given: WireCall) => server.call('dashscope', given);
const media = (type: string, url = 'https://caller.example/i.png') => ({ type, url });

function bodyOf(prompt: string, { model = 'wan3.0-video', input = {}, parameters = {} } = {}) {
  return { model, input: { prompt, ...input }, parameters: { duration: 2, ...parameters } };
}

async function submit(prompt: string, given = {}, key = 'key-1') {
  const { body } = await call({ path, body: bodyOf(prompt, given), key });
  return z.object({ output: z.object({ task_id: z.string() }) }).parse(body).output.task_id;
}

const read = async (id: string, key = 'key-1') => (await call({ path: tasks + id, key })).body;
const cancel = (id: string) => call({ method: 'POST', path: `${tasks}${id}/cancel` });

it('[providers.personalities.wire] dashscope shows what a video became, and the seconds it counts', async () => {
  const input = { media: [media('first_frame'), media('last_frame')] };
  const parameters = { resolution: '480P', ratio: '9:16', duration: 6 };
  const id = await submit('shown [[mock:queue=1s,run=1s]]', { input, parameters });
  const submit_time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/);
  expect(await read(id)).toEqual({
    request_id: expect.any(String),
    output: { task_id: id, task_status: 'PENDING', submit_time },
  });
  server.advance(2_000);
  expect(await read(id)).toMatchObject({
    output: {
      task_status: 'SUCCEEDED',
      orig_prompt: 'shown [[mock:queue=1s,run=1s]]',
      video_url: expect.stringContaining('/dashscope/files/'),
    },
    usage: { duration: 6, output_video_duration: 6, SR: 480, ratio: '16:9' },
  });
});

it('[providers.personalities.errors] dashscope has a state for an unknown task, and for one of another day', async () => {
  const id = await submit('known');
  const unknown = (task_id: string) => ({
    request_id: expect.any(String),
    output: { task_id, task_status: 'UNKNOWN' },
  });
  expect(await read('no-such')).toEqual(unknown('no-such'));
  expect(await read(id, 'key-2')).toEqual(unknown(id));
  server.advance(24 * 3_600_000);
  expect(await read(id)).toEqual(unknown(id));
});

it('[providers.personalities.wire] dashscope lists tasks by model and state, in pages', async () => {
  const key = 'lister';
  const open = await submit('open [[mock:queue=1h]]', {}, key);
  const done = await submit('done [[mock:queue=0s,run=0s]]', { model: 'wan2.7-t2v' }, key);
  const page = z.object({
    ...{ total: z.int(), total_page: z.int(), page_no: z.int(), page_size: z.int() },
    data: z.array(z.object({ task_id: z.string(), gmt_create: z.int() })),
  });
  const list = async (query: string) => {
    const { data, total, total_page } = page.parse((await call({ path: tasks + query, key })).body);
    return [total, total_page, ...data.map(({ task_id }) => task_id)];
  };
  expect(await list('')).toEqual([2, 1, done, open]);
  expect(await list('?page_no=2&page_size=1')).toEqual([2, 2, open]);
  expect(await list('?status=PENDING')).toEqual([1, 1, open]);
  expect(await list('?model_name=wan2.7-t2v')).toEqual([1, 1, done]);
  expect((await call({ path: `${tasks}?page_size=0`, key })).status).toBe(400);
});

it('[mock.cancel] dashscope cancels what waits, and refuses the rest', async () => {
  const id = await submit('canceled [[mock:queue=1h]]');
  expect((await cancel(id)).body).toEqual({ request_id: expect.any(String) });
  expect(await read(id)).toMatchObject({ output: { task_status: 'CANCELED' } });
  expect(await server.ledger('canceled')).toMatchObject({ failed: 1, charged_credits: 0 });
  for (const other of [id, await submit('runs [[mock:queue=0s,run=1h]]')])
    expect(await cancel(other)).toMatchObject({
      status: 400,
      body: { code: 'UnsupportedOperation' },
    });
});

const eleven = Array.from({ length: 11 }, () => media('reference_image'));

it.each([
  ['at most 1 of first_frame', { input: { media: [media('first_frame'), media('first_frame')] } }],
  ['at most 10 of reference_image', { input: { media: eleven } }],
  ['exclude each other', { input: { media: [media('first_frame'), media('reference_image')] } }],
  ['prompt or media', { input: { prompt: undefined } }],
  ['duration', { parameters: { duration: 31 } }],
  ['ratio', { parameters: { ratio: '3:2' } }],
  ['2 to 15 s', { model: 'wan2.7-t2v', parameters: { duration: 16 } }],
  ['2 to 15 s', { model: 'wan2.7-t2v', parameters: { resolution: '480P' } }],
  ['no effect in input', { input: { tag: '[[mock:findable]]' } }],
])('[providers.personalities.errors] dashscope says %s of %j', async (said, given) => {
  const response = await call({ path, body: bodyOf('refused by dashscope', given) });
  expect(response).toMatchObject({ status: 400, body: { code: 'InvalidParameter' } });
  expect(response.text).toContain(said);
  expect(await server.ledger('refused by dashscope')).toMatchObject({ accepted: 0 });
});

it('[providers.personalities.errors] dashscope makes videos only for callers that do not wait for them', async () => {
  const headers = { 'x-dashscope-async': 'disable' };
  const response = await call({ path, headers, body: bodyOf('waits') });
  expect(response).toMatchObject({ status: 403, body: { code: 'AccessDenied' } });
});

it('[providers.personalities.wire] dashscope makes a video of usual length where its length is left to the model', async () => {
  const id = await submit('smart [[mock:queue=0s,run=0s]]', { parameters: { duration: -1 } });
  expect(await read(id)).toMatchObject({ usage: { duration: 5, SR: 1_080, ratio: '16:9' } });
});
