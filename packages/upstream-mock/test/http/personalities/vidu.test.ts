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

const day = 24 * 3_600_000;
const image = 'https://caller.example/i.png';

const call = (given: WireCall) => server.call('vidu', given);

async function submit(prompt: string, given: object = {}, key = 'key-1', route = 'text2video') {
  const body = { model: 'viduq3-turbo', prompt, duration: 2, resolution: '540p', ...given };
  const response = await call({ path: `/ent/v2/${route}`, body, key });
  return z.object({ task_id: z.string() }).parse(response.body).task_id;
}

const read = async (id: string, key = 'key-1') =>
  (await call({ path: `/ent/v2/tasks/${id}/creations`, key })).body;

async function reasonOf(response: ReturnType<typeof call>) {
  const { status, body } = await response;
  return [status, z.object({ reason: z.string() }).parse(body).reason];
}

it('[providers.personalities.wire] vidu shows what a video became, and the text of its caller', async () => {
  const prompt = 'a kite [[mock:queue=1s,run=1s]]';
  const id = await submit(prompt, { payload: 'name-1' });
  const open = { id, state: 'queueing', err_code: '', credits: expect.any(Number) };
  expect(await read(id)).toEqual({ ...open, payload: 'name-1', creations: [] });
  server.advance(2_000);
  expect(await read(id)).toMatchObject({
    state: 'success',
    payload: 'name-1',
    creations: [{ url: expect.stringContaining('/vidu/files/') }],
  });
});

it.each([
  ['policy', 'CreationPolicyViolation'],
  ['internal', 'InternalServiceFailure'],
  ['credits', 'CreditInsufficient'],
])('[providers.personalities.wire] vidu fails for %s with the code %s', async (reason, code) => {
  const id = await submit(`failing [[mock:queue=0s,run=0s,fail=${reason}]]`);
  expect(await read(id)).toMatchObject({ state: 'failed', err_code: code, creations: [] });
});

it('[providers.personalities.wire] vidu lists the tasks of seven days, page by page, without their payloads', async () => {
  const key = 'lister';
  const ids = [];
  for (const name of ['a', 'b', 'c'])
    ids.push(await submit(`listed ${name} [[mock:queue=1h]]`, { payload: name }, key));
  const page = z.object({
    tasks: z.array(z.looseObject({ id: z.string() })),
    next_page_token: z.string(),
  });
  const list = async (query: string) =>
    page.parse((await call({ path: `/ent/v2/tasks?${query}`, key })).body);
  const first = await list('pager.pagesz=2');
  const second = await list(`pager.pagesz=2&pager.page_token=${first.next_page_token}`);
  const listed = [...first.tasks, ...second.tasks];
  expect(listed.map(({ id }) => id)).toEqual(ids.toReversed());
  expect(second.next_page_token).toBe('');
  expect(listed[0]).toMatchObject({ model: 'viduq3-turbo', duration: 2, resolution: '540p' });
  for (const task of listed) expect(task).not.toHaveProperty('payload');
  for (const query of ['pager.pagesz=0', 'pager.pagesz=101', 'pager.page_token=no-such'])
    expect(await reasonOf(call({ path: `/ent/v2/tasks?${query}`, key }))).toEqual([
      400,
      'FieldInvalid',
    ]);
  server.advance(7 * day + 1);
  expect((await list('')).tasks).toEqual([]);
});

it.each([
  ['text2video', { images: [image] }, 'FieldInvalid'],
  ['img2video', {}, 'FieldInvalid'],
  ['start-end2video', { images: [image] }, 'FieldInvalid'],
  ['reference2video', { images: Array.from({ length: 8 }, () => image) }, 'FieldInvalid'],
  ['text2video', { prompt: '' }, 'FieldLacking'],
  ['text2video', { model: undefined }, 'FieldLacking'],
  ['text2video', { model: 'no-such-model' }, 'ModelUnavailable'],
] as const)(
  '[providers.personalities.errors] vidu refuses at %s %j as %s',
  async (route, given, reason) => {
    const body = { model: 'viduq3', prompt: 'x', ...given };
    expect(await reasonOf(call({ path: `/ent/v2/${route}`, body }))).toEqual([400, reason]);
  },
);

it.each([
  ['img2video', 1],
  ['start-end2video', 2],
  ['reference2video', 7],
] as const)('[providers.personalities.wire] vidu takes at %s %s images', async (route, count) => {
  const images = Array.from({ length: count }, (_, index) => `${image}?${index}`);
  await submit(`${count} images at ${route}.`, { images }, 'key-1', route);
  const { jobs } = await server.ledger(`${count} images at ${route}.`);
  expect(jobs[0]?.references).toHaveLength(count);
});

it('[mock.cancel] vidu cancels what waits, at no cost, and nothing else', async () => {
  const waiting = await submit('waiting [[mock:queue=1h]]');
  const running = await submit('running [[mock:queue=0s,run=1h]]');
  const cancel = (id: string) =>
    call({ method: 'POST', path: `/ent/v2/tasks/${id}/cancel`, body: { id } });
  expect(await cancel(waiting)).toMatchObject({ status: 200, body: {} });
  expect(await read(waiting)).toMatchObject({ state: 'failed', credits: 0 });
  for (const id of [waiting, running])
    expect(await reasonOf(cancel(id))).toEqual([400, 'BadRequest']);
});

it('[providers.personalities.wire] vidu tells the credits of an account', async () => {
  const { body } = await call({ path: '/ent/v2/credits?show_detail=false' });
  const remains = [{ type: 'metered', credit_remain: expect.any(Number) }];
  expect(body).toMatchObject({ remains });
});
