import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { klingResponses, klingRequests } from '../../fixtures/kling-requests.ts';
import { beginning } from '../../support/open-world.ts';
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

const call = (given: WireCall) => server.call('kling', given);

const accepted = z.object({ data: z.looseObject({ id: z.string() }) });
const legacyAccepted = z.object({ data: z.looseObject({ task_id: z.string() }) });
const tasks = z.object({ data: z.array(z.looseObject({ id: z.string(), status: z.string() })) });

function codeOf(body: unknown): number {
  return z.object({ code: z.int() }).parse(body).code;
}

describe('requests of others', () => {
  it.each(klingRequests)(
    '[providers.personalities.clients] $path is taken as $source has it',
    async (golden) => {
      const { path, body, means } = golden;
      const key = `golden-${klingRequests.indexOf(golden)}`;
      const response = await call({ path, body, key });
      expect([response.status, codeOf(response.body)]).toEqual([200, 0]);
      const ledger = await server.ledger();
      const [job] = ledger.jobs.filter(({ account }) => account === key);
      expect(job).toMatchObject({ model: means.model, charged_credits: means.charge });
      expect(job?.references.map(({ role }) => role)).toEqual(means.references);
      if (means.ownId !== undefined) expect(job?.correlation_id).toBe(means.ownId);
    },
  );

  it('[providers.personalities.clients] answers have the fields others read', async () => {
    const body = {
      prompt: 'fields [[mock:queue=0s,run=0s]]',
      settings: { duration: 3 },
      options: { external_task_id: 'fields-1' },
    };
    const given = await call({ path: '/text-to-video/kling-3.0', body });
    const { data } = accepted.parse(given.body);
    expect(Object.keys(z.looseObject({}).parse(given.body)).toSorted()).toEqual(
      klingResponses.accepted.envelope,
    );
    expect(Object.keys(data)).toEqual(expect.arrayContaining([...klingResponses.accepted.data]));
    const read = await call({ path: `/tasks?task_ids=${data.id}` });
    const [task] = tasks.parse(read.body).data;
    expect(Object.keys(task ?? {}).toSorted()).toEqual(klingResponses.task.data);
  });
});

describe('tasks', () => {
  it('[providers.personalities.wire] are read many at once, by either id, without those it does not know', async () => {
    const ids: string[] = [];
    for (const ownId of ['many-1', 'many-2']) {
      const options = { external_task_id: ownId };
      const response = await call({
        path: '/text-to-video/kling-3.0',
        body: { prompt: 'x', options },
      });
      ids.push(accepted.parse(response.body).data.id);
    }
    const byId = await call({ path: `/tasks?task_ids=${ids.join(',')},123` });
    expect(tasks.parse(byId.body).data.map(({ id }) => id)).toEqual(ids);
    const byOwnId = await call({ path: '/tasks?external_task_ids=many-2,many-3' });
    expect(tasks.parse(byOwnId.body).data).toMatchObject([{ id: ids[1], external_id: 'many-2' }]);
    const foreign = await call({ path: '/tasks?external_task_ids=many-1', key: 'key-2' });
    expect(tasks.parse(foreign.body).data).toEqual([]);
  });

  it.each([
    '/tasks',
    '/tasks?task_ids=',
    '/tasks?task_ids=1&external_task_ids=2',
    `/tasks?task_ids=${Array.from({ length: 101 }, (_, index) => index).join(',')}`,
  ])('[providers.personalities.errors] refuses to read %s', async (path) => {
    const response = await call({ path });
    expect([response.status, codeOf(response.body)]).toEqual([400, 1201]);
  });

  it.each([
    ['a resolution it has not', { prompt: 'x', settings: { resolution: '480p' } }],
    ['an aspect it has not', { prompt: 'x', settings: { aspect_ratio: '21:9' } }],
    ['an audio it has not', { prompt: 'x', settings: { audio: 'on' } }],
    ['too short a video', { prompt: 'x', settings: { duration: 2 } }],
    ['too long a video', { prompt: 'x', settings: { duration: 16 } }],
    ['half a second', { prompt: 'x', settings: { duration: 5.5 } }],
    ['no prompt', {}],
    ['empty contents', { contents: [] }],
    ['contents it has not', { contents: [{ type: 'refer_audio', url: 'https://a.example/a' }] }],
    ['media without a link', { contents: [{ type: 'first_frame' }] }],
  ])('[providers.personalities.errors] refuses %s', async (_what, body) => {
    const response = await call({ path: '/text-to-video/kling-3.0', body });
    expect([response.status, codeOf(response.body)]).toEqual([400, 1201]);
  });

  it('[providers.personalities.errors] knows no other models, methods and first frames', async () => {
    const body = { prompt: 'x' };
    expect(codeOf((await call({ path: '/text-to-video/sora-2', body })).body)).toBe(1203);
    expect(codeOf((await call({ path: '/text-to-video/kling-3.0' })).body)).toBe(1202);
    expect(codeOf((await call({ path: '/image-to-video/kling-3.0', body })).body)).toBe(1201);
    expect(codeOf((await call({ path: '/tasks', body })).body)).toBe(1202);
  });

  it('[providers.personalities.wire] tells what is left of a resource pack', async () => {
    const key = 'packed';
    await server.describeAccount({ key, credits: 20 });
    await call({ path: '/text-to-video/kling-3.0', body: { prompt: 'x' }, key });
    const response = await call({ path: '/account/costs?start_time=1&end_time=2', key });
    expect(response.body).toMatchObject({
      code: 0,
      data: { resource_pack_subscribe_infos: [{ total_quantity: 20, remaining_quantity: 10 }] },
    });
  });
});

describe('the older system', () => {
  const path = '/v1/videos/text2video';

  it('[providers.personalities.wire] tells states and video in its own words, and what was deducted', async () => {
    const body = {
      model_name: 'kling-v3',
      prompt: 'old [[mock:queue=1s,run=0s]]',
      duration: '3',
      external_task_id: 'old-1',
    };
    const response = await call({ path, body });
    const { data } = legacyAccepted.parse(response.body);
    expect(data).toMatchObject({
      task_status: 'submitted',
      task_info: { external_task_id: 'old-1' },
    });
    server.advance(1_000);
    for (const id of [data.task_id, 'old-1']) {
      const read = await call({ path: `${path}/${id}` });
      expect(read.body).toMatchObject({
        code: 0,
        data: {
          task_id: data.task_id,
          task_status: 'succeed',
          final_unit_deduction: '6',
          task_result: {
            videos: [{ url: expect.stringContaining('/kling/files/'), duration: '3' }],
          },
        },
      });
    }
    expect(codeOf((await call({ path: `/v1/videos/image2video/${data.task_id}` })).body)).toBe(
      1203,
    );
    expect(codeOf((await call({ path: `${path}/%E0%A4%A` })).body)).toBe(1203);
    const again = await call({ path, body });
    expect([again.status, codeOf(again.body)]).toEqual([400, 1201]);
  });

  it('[providers.personalities.wire] lists its tasks by pages, the latest first', async () => {
    const key = 'lister';
    const ids: string[] = [];
    for (const prompt of ['one', 'two', 'three']) {
      const response = await call({ path, body: { prompt }, key });
      ids.unshift(legacyAccepted.parse(response.body).data.task_id);
    }
    const page = z.object({ data: z.array(z.looseObject({ task_id: z.string() })) });
    const idsOf = async (query: string) =>
      page.parse((await call({ path: path + query, key })).body).data.map((task) => task.task_id);
    expect(await idsOf('')).toEqual(ids);
    expect(await idsOf('?pageNum=2&pageSize=2')).toEqual(ids.slice(2));
    expect(codeOf((await call({ path: `${path}?pageSize=501`, key })).body)).toBe(1201);
    expect(codeOf((await call({ path: `${path}?pageNum=0`, key })).body)).toBe(1201);
  });
});

describe('a JWT', () => {
  const seconds = beginning / 1_000;

  function token(claims: object, secret: string, header: object = { alg: 'HS256', typ: 'JWT' }) {
    const parts = [header, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const signature = createHmac('sha256', secret).update(parts.join('.')).digest('base64url');
    return [...parts, signature].join('.');
  }

  const claims = { iss: 'ak-1', exp: seconds + 1_800, nbf: seconds - 5 };
  const secret = 'ak-1-secret';

  it.each([
    ['another secret', token(claims, 'other'), 1002],
    ['the secret of another access key', token({ ...claims, iss: 'ak-2' }, secret), 1002],
    ['no algorithm', token(claims, secret, { alg: 'none' }), 1002],
    ['no issuer', token({ ...claims, iss: undefined }, secret), 1002],
    ['no JSON', 'a.b.c', 1002],
    ['a time to come', token({ ...claims, nbf: seconds + 60 }, secret), 1003],
    ['a time gone by', token({ ...claims, exp: seconds - 60 }, secret), 1004],
  ])(
    '[providers.personalities.errors] with %s is refused by its own code',
    async (_what, key, code) => {
      const response = await call({ path: '/tasks?task_ids=1', key });
      expect([response.status, codeOf(response.body)]).toEqual([401, code]);
    },
  );

  it('[providers.personalities.wire] names the account by its access key, and is judged by the real clock', async () => {
    const key = token(claims, secret);
    const body = { prompt: 'signed' };
    const response = await call({ path: '/v1/videos/text2video', body, key });
    expect(codeOf(response.body)).toBe(0);
    expect((await server.ledger('signed')).jobs).toMatchObject([{ account: 'ak-1' }]);
    await fetch(`${server.url}/_mock/clock`, { method: 'POST', body: '{"advance": 7200000}' });
    expect(codeOf((await call({ path: '/v1/videos/text2video', key })).body)).toBe(0);
  });

  it('[providers.personalities.errors] is missed with a code of its own', async () => {
    expect(codeOf((await call({ path: '/tasks', key: null })).body)).toBe(1001);
    const basic = { authorization: 'Basic a2V5' };
    expect(codeOf((await call({ path: '/tasks', key: null, headers: basic })).body)).toBe(1002);
  });
});

it('derives its request ids from the instant, also after a reset of the space', async () => {
  const own = await openPersonalityServer();
  try {
    const requestId = async () => {
      const { body } = await own.call('kling', { path: '/tasks?task_ids=1' });
      return z.object({ request_id: z.string() }).parse(body).request_id;
    };
    const first = await requestId();
    await fetch(`${own.url}/_mock/reset`, { method: 'POST' });
    expect(await requestId()).toBe(first);
    own.advance(1);
    expect(await requestId()).not.toBe(first);
  } finally {
    await own.close();
  }
});
