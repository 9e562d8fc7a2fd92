import { jobStates, StorageUnavailable } from '@filmgate/core';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  taskList,
  type TaskObject,
  taskObject,
} from '../../src/video-task-api/tasks/task-object.ts';
import { modelList } from '../../src/video-task-api/tasks/list-models.ts';
import { bodyOf, idOf } from '../doubles/body-of.ts';
import { errorOf } from '../doubles/error-of.ts';
import { createTestApi, type TestApi } from '../doubles/video-task-test-api.ts';

async function createTask(api: TestApi, prompt = 'a cat', who = api.alice): Promise<string> {
  const made = await api.app.inject({
    method: 'POST',
    url: '/v1/videos',
    headers: who,
    payload: { prompt },
  });
  return idOf(made);
}

async function readTask({ app, alice }: TestApi, id: string): Promise<TaskObject> {
  const response = await app.inject({ url: `/v1/videos/${id}`, headers: alice });
  return bodyOf(response, taskObject.strict());
}

describe('GET /v1/models', () => {
  it('lists the models of this surface only [tasks.models.list]', async () => {
    const { app, alice } = await createTestApi();
    const response = await app.inject({ url: '/v1/models', headers: alice });
    const { data } = bodyOf(response, modelList.strict());
    const videos = data.filter(({ type }) => type === 'video');
    expect(videos.map(({ id, aliases }) => [id, aliases])).toEqual([
      ['vm_std-2.0', ['std-2.0', 'std-2.5']],
      ['vm_std-2.0_faceok', []],
    ]);
    expect(data.filter(({ type }) => type === 'image').map(({ id }) => id)).toContain(
      'imgA-3x4-2k',
    );
    expect(data[0]).toMatchObject({ object: 'model', type: 'video', display_name: 'Standard 2.0' });
  });
});

describe('GET /v1/videos/:id', () => {
  it.each(jobStates)(
    'shows the state %s by one of the three words [tasks.object.status-words]',
    async (state) => {
      const api = await createTestApi();
      const id = await createTask(api);
      api.gateway.change(id, { state });
      const { status } = await readTask(api, id);
      expect(status).toBe(state === 'completed' || state === 'failed' ? state : 'in_progress');
    },
  );

  it('carries video_url once the video is stored, and not after it was removed [tasks.object.video-url]', async () => {
    const api = await createTestApi();
    const id = await createTask(api);
    const read = (): Promise<TaskObject> => readTask(api, id);
    expect(await read()).not.toHaveProperty('video_url');
    api.gateway.complete(id, Buffer.from('movie'));
    const task = await read();
    expect(task.video_url).toMatch(
      new RegExp(
        `^http://tasks\\.example/media/${id}\\.mp4\\?expires=1767409445&signature=[\\w-]+$`,
      ),
    );
    expect(task).toMatchObject({
      status: 'completed',
      progress: 100,
      completed_at: 1_767_323_045,
      expires_at: 1_767_927_845,
    });
    api.clock.advance(7 * 24 * 3_600_000);
    expect(await read()).not.toHaveProperty('video_url');
  });

  it('signs the link afresh at each read [media.signed-24h]', async () => {
    const api = await createTestApi();
    const id = await createTask(api);
    api.gateway.complete(id, Buffer.from('movie'));
    const expiresOf = async (): Promise<number> => {
      const { video_url: url = '' } = await readTask(api, id);
      return Number(new URL(url).searchParams.get('expires'));
    };
    const before = await expiresOf();
    api.clock.advance(5000);
    expect((await expiresOf()) - before).toBe(5);
  });

  it('shows a failure [tasks.object.error]', async () => {
    const api = await createTestApi();
    const id = await createTask(api);
    const failure = { code: 'content_rejected', message: 'No.' } as const;
    api.gateway.change(id, { state: 'failed', failure });
    const response = await api.app.inject({ url: `/v1/videos/${id}`, headers: api.alice });
    expect(response.json()).toMatchObject({ status: 'failed', error: failure });
  });

  it('responds with 304 while nothing changed, and with the change afterwards', async () => {
    const api = await createTestApi();
    const id = await createTask(api);
    const poll = (etag?: string): Promise<LightMyRequestResponse> =>
      api.app.inject({
        url: `/v1/videos/${id}`,
        headers: { ...api.alice, ...(etag === undefined ? {} : { 'if-none-match': etag }) },
      });
    const etag = String((await poll()).headers.etag);
    const same = await poll(etag);
    expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', etag]);
    api.gateway.change(id, { state: 'polling', progress: 40 });
    const changed = await poll(etag);
    expect([changed.statusCode, bodyOf(changed, taskObject).progress]).toEqual([200, 40]);
    api.gateway.complete(id, Buffer.from('movie'));
    expect((await poll(String(changed.headers.etag))).headers).not.toHaveProperty('etag');
  });

  it('sends equal responses for unknown, foreign and native ids [tasks.read.foreign-404]', async () => {
    const api = await createTestApi();
    const foreign = await createTask(api, 'x', api.bob);
    const native = await api.app.inject({
      method: 'POST',
      url: '/api/v1/video-jobs',
      headers: { ...api.native, 'idempotency-key': '12345678' },
      payload: { plugin: 'std', prompt: 'x' },
    });
    const responses = await Promise.all(
      [foreign, idOf(native), 'vt_unknown'].map((id) =>
        api.app.inject({ url: `/v1/videos/${id}`, headers: api.alice }),
      ),
    );
    expect(responses.map(errorOf)).toEqual(responses.map(() => [404, 'job_not_found', undefined]));
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
  });
});

describe('GET /v1/videos', () => {
  it('pages in both orders [tasks.list.after] [tasks.list.order]', async () => {
    const api = await createTestApi();
    const ids = [];
    for (const prompt of ['one', 'two', 'three']) ids.push(await createTask(api, prompt));
    await createTask(api, 'not mine', api.bob);
    const list = async (query: string): Promise<z.infer<typeof taskList>> => {
      const response = await api.app.inject({ url: `/v1/videos${query}`, headers: api.alice });
      return bodyOf(response, taskList.strict());
    };
    const first = await list('?limit=2');
    expect(first).toMatchObject({
      object: 'list',
      first_id: ids[2],
      last_id: ids[1],
      has_more: true,
    });
    expect((await list(`?limit=2&after=${ids[1]}`)).data.map(({ id }) => id)).toEqual([ids[0]]);
    expect((await list('?order=asc')).data.map(({ id }) => id)).toEqual(ids);
    expect((await list('?search=TWO')).data.map(({ id }) => id)).toEqual([ids[1]]);
    expect(await list('?status=completed')).toEqual({
      object: 'list',
      data: [],
      first_id: null,
      last_id: null,
      has_more: false,
    });
  });

  it('links finished videos', async () => {
    const api = await createTestApi();
    const id = await createTask(api);
    api.gateway.complete(id, Buffer.from('movie'));
    const response = await api.app.inject({
      url: '/v1/videos?status=completed',
      headers: api.alice,
    });
    expect(bodyOf(response, taskList).data[0]?.video_url).toContain(`/media/${id}.mp4?`);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=', 'limit'],
    ['limit=1e1', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['order=up', 'order'],
    ['status=queued', 'status'],
    ['status=', 'status'],
    ['search=a&search=b', 'search'],
    ['after=vt_unknown', 'after'],
  ])('%s is refused [tasks.list.bad-value]', async (query, param) => {
    const { app, alice } = await createTestApi();
    expect(errorOf(await app.inject({ url: `/v1/videos?${query}`, headers: alice }))).toEqual([
      400,
      'payload_invalid',
      param,
    ]);
  });
});

describe('GET /v1/videos?idempotency_key=', () => {
  async function ids({ app }: TestApi, query: string, who: TestApi['alice']) {
    const response = await app.inject({ url: `/v1/videos?${query}`, headers: who });
    return bodyOf(response, taskList.strict());
  }

  async function keyed({ app, alice }: TestApi, url: string, key: string): Promise<string> {
    const headers = { ...alice, 'idempotency-key': key };
    return idOf(await app.inject({ method: 'POST', url, headers, payload: { prompt: 'a cat' } }));
  }

  it('lists the one task that a creation with the key made, on whichever path [tasks.list.by-key]', async () => {
    const api = await createTestApi();
    const id = await keyed(api, '/v1/videos', 'vt_one.1');
    const other = await keyed(
      api,
      '/v1/video/generations',
      'a key with=signs&so on'.replaceAll(' ', '+'),
    );
    const only = (one: string) => ({
      data: [{ id: one }],
      first_id: one,
      last_id: one,
      has_more: false,
    });
    expect(await ids(api, 'idempotency_key=vt_one.1', api.alice)).toMatchObject(only(id));
    const query = new URLSearchParams({ idempotency_key: 'a+key+with=signs&so+on', limit: '1' });
    expect(await ids(api, query.toString(), api.alice)).toMatchObject(only(other));
  });

  it('lists nothing for a key that made none, also when it made one of another owner, and names the past that says so [tasks.list.by-key] [tasks.list.history-id]', async () => {
    const api = await createTestApi();
    await keyed(api, '/v1/videos', 'vt_one.1');
    const ends = { first_id: null, last_id: null, has_more: false, history_id: 'history-1' };
    const none = { object: 'list', data: [], ...ends };
    expect(await ids(api, 'idempotency_key=vt_one.2', api.alice)).toEqual(none);
    expect(await ids(api, 'idempotency_key=vt_one.1', api.bob)).toEqual(none);
  });

  it.each(['', 'x'.repeat(256)])(
    'refuses a key that cannot be one: %j [tasks.list.by-key]',
    async (key) => {
      const { app, alice } = await createTestApi();
      const response = await app.inject({
        url: `/v1/videos?idempotency_key=${key}`,
        headers: alice,
      });
      expect(errorOf(response)).toEqual([400, 'payload_invalid', 'idempotency_key']);
    },
  );

  it('says that the store cannot be asked, instead of calling the task unknown [tasks.list.by-key]', async () => {
    const api = await createTestApi();
    Object.assign(api.deps.jobs, {
      findByKey: async () => {
        throw new StorageUnavailable('unreachable', { applied: 'no' });
      },
    });
    const response = await api.app.inject({
      url: '/v1/videos?idempotency_key=vt_one.1',
      headers: api.alice,
    });
    expect(response.statusCode).toBe(503);
  });
});
