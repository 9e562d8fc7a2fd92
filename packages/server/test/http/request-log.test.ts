import { once } from 'node:events';
import { connect } from 'node:net';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectDetail, jsonOf, send } from './response.ts';
import { eventually } from './eventually.ts';
import { fastModel, saying } from './local-client.ts';
import { nativeClient } from './native-client.ts';
import { instant, parked, smallest } from './prompts.ts';
import { adminListOf } from './shapes.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

/** Row as promised by [request-log.list]. */
const rowSchema = z.strictObject({
  id: z.string(),
  time: z.iso.datetime(),
  count: z.int().min(1),
  last_time: z.iso.datetime(),
  request_id: z.string(),
  caller: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  model: z.string().nullable(),
  status: z.int().nullable(),
  error_code: z.string().nullable(),
  duration_ms: z.int().nullable(),
  job_id: z.string().nullable(),
  disconnected: z.boolean(),
  prompt_digest: z.string().nullable(),
  prompt: z.string().optional(),
});

type Row = z.infer<typeof rowSchema>;

const shared = useGateway();

async function rows(query: Readonly<Record<string, string>>): Promise<readonly Row[]> {
  const response = await shared.gateway.adminFetch(
    `request-logs?${new URLSearchParams(query).toString()}`,
  );
  expect(response.status, response.text).toBe(200);
  return adminListOf(rowSchema).parse(jsonOf(response)).data;
}

/** The only row of a request; it is written when the response has ended, which may be after the client has it. */
async function rowOf(requestId: string): Promise<Row> {
  return await eventually(
    async () => {
      const found = (await rows({ text: requestId })).filter((row) => row.request_id === requestId);
      expect(found.length).toBeLessThanOrEqual(1);
      return found[0];
    },
    { what: `the row of ${requestId}` },
  );
}

const newRequestId = () => `test-${crypto.randomUUID()}`;
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

describe('calls of the Video Task API', () => {
  it('[request-log.every-call] leave a row with everything that is known of them', async () => {
    const user = await shared.newUser();
    const prompt = parked(`a boat ${crypto.randomUUID()}`);
    const before = Date.now();
    const created = await user.request('/v1/videos?unused=secret', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...smallest(prompt), model: 'std-2.0' }),
    });
    const { id } = taskOf(created);
    const row = await rowOf(created.headers.get('x-request-id') ?? '');
    expect(row).toEqual({
      id: expect.any(String),
      time: row.time,
      count: 1,
      last_time: row.time,
      request_id: created.headers.get('x-request-id'),
      caller: `user:${user.id}`,
      method: 'POST',
      path: '/v1/videos',
      model: 'vm_std-2.0',
      status: 202,
      error_code: null,
      duration_ms: expect.any(Number),
      job_id: id,
      disconnected: false,
      prompt_digest: digestOf(prompt),
    });
    expect(Date.parse(row.time)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(row.time)).toBeLessThanOrEqual(Date.now());
  });

  it('[request-log.every-call] leave one also when they read, replay or download', async () => {
    const user = await shared.newUser();
    const body = smallest(instant('a short boat'));
    const { id } = taskOf(await user.create(body, { key: 'once' }));
    await user.completed(id);
    await user.create(body, { key: 'once' });
    await user.request(`/v1/videos/${id}/content`, { method: 'HEAD' });
    await user.request(`/v1/videos/${id}/content`, { headers: { range: 'bytes=0-9' } });
    const ranged = { headers: { 'x-request-id': newRequestId(), range: 'bytes=999999999-' } };
    await user.request(`/v1/videos/${id}/content`, ranged);
    const refused = { status: 416, error_code: 'range_not_satisfiable', job_id: id };
    expect(await rowOf(ranged.headers['x-request-id'])).toMatchObject(refused);
    const listed = async () =>
      (await rows({ job_id: id, limit: '200' })).map(
        ({ method, path, status }) => `${method} ${path} ${status}`,
      );
    // A row is written when its response has ended, and that of a video ends after the last of its bytes.
    await expect
      .poll(async () => (await listed()).slice(0, 4))
      .toEqual([
        `GET /v1/videos/${id}/content 416`,
        `GET /v1/videos/${id}/content 206`,
        `HEAD /v1/videos/${id}/content 200`,
        'POST /v1/videos 200',
      ]);
    const found = await listed();
    expect(found.at(-1)).toBe('POST /v1/videos 202');
    expect(found).toContain(`GET /v1/videos/${id} 200`);
  });

  it.each([
    ['GET', '/v1/videos/vt_00000000000000000000000000', 404, 'job_not_found'],
    ['POST', '/v1/videos', 400, 'payload_invalid'],
    ['DELETE', '/v1/videos', 405, 'method_not_allowed'],
    ['GET', '/v1/videos?limit=0', 400, 'payload_invalid'],
  ] as const)(
    '[request-log.every-call] leave one with the code when %s %s is refused',
    async (method, path, status, code) => {
      const requestId = newRequestId();
      await shared.tasks.request(path, {
        method,
        headers: { 'x-request-id': requestId, 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: '{"model":"vm_std-2.0"}' } : {}),
      });
      expect(await rowOf(requestId)).toMatchObject({
        method,
        path: path.split('?')[0],
        status,
        error_code: code,
        job_id: null,
      });
    },
  );

  it('[request-log.every-call] keep the model a refused creation asked for', async () => {
    const requestId = newRequestId();
    await shared.tasks.request('/v1/videos', {
      method: 'POST',
      headers: { 'x-request-id': requestId, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'no-such-model', prompt: 'a boat' }),
    });
    const refused = { status: 400, error_code: 'model_invalid', model: 'no-such-model' };
    expect(await rowOf(requestId)).toMatchObject(refused);
  });

  it('[request-log.refused] leave one without a caller when their key is refused', async () => {
    const url = `${shared.gateway.tasksUrl}/v1/models`;
    for (const [headers, code] of [
      [{}, 'api_key_required'],
      [{ authorization: 'Bearer wrong' }, 'api_key_invalid'],
    ] as const) {
      const requestId = newRequestId();
      await send(url, { headers: { ...headers, 'x-request-id': requestId } });
      expect(await rowOf(requestId)).toMatchObject({ status: 401, error_code: code, caller: null });
    }
  });

  it('[request-log.every-call] leave one on the native API too', async () => {
    const native = nativeClient(shared.gateway.tasksUrl, shared.gateway.upstreamApiKey);
    const created = await native.create({ plugin: 'std', prompt: parked('a native boat') });
    const row = await rowOf(created.headers.get('x-request-id') ?? '');
    expect(row).toMatchObject({
      caller: 'native',
      path: '/api/v1/video-jobs',
      status: 202,
      prompt_digest: digestOf(parked('a native boat')),
    });
    expect(row.job_id).toMatch(/^vj_/);
  });

  it('[request-log.every-call] leave none on health, documents, media, unknown paths and the admin API', async () => {
    const requestId = newRequestId();
    const headers = { 'x-request-id': requestId };
    const { tasksUrl } = shared.gateway;
    for (const path of ['/healthz', '/openapi.json', '/media/vt_1.mp4', '/v1/nothing'])
      await send(tasksUrl + path, { headers });
    await shared.gateway.adminFetch('jobs', { headers });
    const last = newRequestId();
    await shared.tasks.request('/v1/models', { headers: { 'x-request-id': last } });
    await rowOf(last);
    expect(await rows({ text: requestId })).toEqual([]);
  });

  it('[request-log.hung-up] are 499 and disconnected when the caller leaves before the response', async () => {
    const requestId = newRequestId();
    const { port } = new URL(shared.gateway.tasksUrl);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    const lines = [
      'POST /v1/videos HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${shared.gateway.apiUserKey}`,
      `X-Request-Id: ${requestId}`,
      'Content-Type: application/json',
      'Content-Length: 1000',
      'Expect: 100-continue',
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();
    expect(await rowOf(requestId)).toMatchObject({
      caller: `user:${shared.gateway.apiUserId}`,
      status: 499,
      disconnected: true,
    });
  });
});

describe('calls of the Local Generation API', () => {
  it('[request-log.waiting][request-log.hung-up] are in the log while they wait, and show when the caller hangs up', async () => {
    const requestId = newRequestId();
    const prompt = parked('a patient boat');
    const leaving = new AbortController();
    const response = fetch(`${shared.gateway.localUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${shared.gateway.serviceApiKey}`,
        'content-type': 'application/json',
        'x-request-id': requestId,
      },
      body: JSON.stringify({ model: fastModel, ...saying(prompt) }),
      signal: leaving.signal,
    });
    const ended = response.then(
      ({ status }) => `answered ${status}`,
      () => 'gone',
    );
    const waiting = await rowOf(requestId);
    expect(waiting).toMatchObject({
      caller: 'service',
      path: '/v1/chat/completions',
      model: fastModel,
      status: null,
      duration_ms: null,
      disconnected: false,
      prompt_digest: digestOf(prompt),
    });
    expect(waiting.job_id).toMatch(/^lj_/);
    leaving.abort();
    expect(await ended).toBe('gone');
    const left = await eventually(
      async () => {
        const row = await rowOf(requestId);
        return row.status === null ? undefined : row;
      },
      { what: 'the end of the row' },
    );
    expect(left).toEqual({
      ...waiting,
      status: 499,
      disconnected: true,
      duration_ms: expect.any(Number),
    });
  });

  it('[request-log.every-call] leave one row each, also the refused ones', async () => {
    const { localUrl, serviceApiKey } = shared.gateway;
    const authorization = `Bearer ${serviceApiKey}`;
    for (const [method, path, status, code] of [
      ['GET', '/v1/models', 200, null],
      ['GET', '/api/v1/video-pool-capacity', 200, null],
      ['GET', '/api/v1/video-submit-status', 200, null],
      ['POST', '/v1/images/generations', 400, 'model_required'],
      ['PUT', '/v1/models', 405, 'method_not_allowed'],
    ] as const) {
      const requestId = newRequestId();
      await send(localUrl + path, {
        method,
        headers: { authorization, 'x-request-id': requestId, 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: '{}' } : {}),
      });
      expect(await rowOf(requestId)).toMatchObject({ method, path, status, error_code: code });
    }
  });
});

describe('refused creations', () => {
  const sendBody = async (url: string, authorization: string, body: object): Promise<Row> => {
    const requestId = newRequestId();
    const headers = {
      authorization,
      'content-type': 'application/json',
      'x-request-id': requestId,
    };
    await send(url, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': requestId },
      body: JSON.stringify(body),
    });
    return await rowOf(requestId);
  };

  it.each([
    ['/v1/chat/completions', { model: 'no-such' }, 'no-such', 'model_invalid'],
    ['/v1/chat/completions', { model: fastModel, messages: [] }, fastModel, 'prompt_required'],
    ['/v1/images/generations', { model: 'no-such', prompt: 'p' }, 'no-such', 'model_invalid'],
    ['/v1/images/generations', { model: fastModel, prompt: 'p' }, fastModel, 'model_invalid'],
  ])(
    '[request-log-growth.refused-facts] %s with %j names the model and the code',
    async (path, body, model, code) => {
      const { localUrl, serviceApiKey } = shared.gateway;
      const row = await sendBody(localUrl + path, `Bearer ${serviceApiKey}`, body);
      expect(row).toMatchObject({ caller: 'service', status: 400, model, error_code: code });
    },
  );

  it.each([
    ['/v1/videos', { model: 'no-such', prompt: 'p' }, 'no-such', 'model_invalid'],
    ['/v1/videos', { model: 'std-2.0' }, 'vm_std-2.0', 'payload_invalid'],
    ['/api/v1/video-jobs', { plugin: 'other', prompt: 'p' }, 'other', 'plugin_invalid'],
    ['/api/v1/video-jobs', { plugin: 'std' }, 'vm_std-2.0', 'payload_invalid'],
  ])(
    '[request-log-growth.refused-facts] %s with %j names it too',
    async (path, body, model, code) => {
      const { tasksUrl, apiUserKey, upstreamApiKey } = shared.gateway;
      const key = path === '/v1/videos' ? apiUserKey : upstreamApiKey;
      const row = await sendBody(tasksUrl + path, `Bearer ${key}`, body);
      expect(row).toMatchObject({ status: 400, model, error_code: code });
    },
  );

  it('[request-log-growth.refused-facts] at the workbench, too', async () => {
    const model = 'no-such-at-the-workbench';
    const body = { id: `ui-${crypto.randomUUID()}`, model, prompt: 'p' };
    await shared.gateway.adminSend('POST', '../../../local-video/jobs', body);
    await expect
      .poll(() => rows({ model, caller: 'admin' }))
      .toMatchObject([{ status: 422, error_code: 'field_invalid', job_id: null }]);
  });

  it('[request-log-growth.refused] beyond some in a minute are counted in one row', async () => {
    const { tasksUrl } = shared.gateway;
    const path = '/api/v1/video-jobs/vj_none';
    const refused = 200;
    for (let call = 0; call < refused; call += 1) await send(tasksUrl + path);
    const found = await eventually(
      async () => {
        const now = await rows({ path, limit: '200' });
        const counted = now.reduce((sum, { count }) => sum + count, 0);
        return counted === refused ? now : undefined;
      },
      { what: 'all refused calls' },
    );
    // A minute may have ended meanwhile.
    expect(found.length).toBeLessThanOrEqual(2 * 21);
    const largest = Math.max(...found.map(({ count }) => count));
    expect(largest).toBeGreaterThanOrEqual((refused - 40) / 2);
    const row = found.find(({ count }) => count === largest);
    expect(row).toMatchObject({ status: 401, caller: null });
    expect(Date.parse(row?.last_time ?? '')).toBeGreaterThanOrEqual(Date.parse(row?.time ?? ''));
  });
});

describe('polls', () => {
  it('[request-log-growth.polls] of one task by one caller are one row, which the histogram counts as calls', async () => {
    const user = await shared.newUser();
    const { id } = taskOf(await user.create(smallest(parked('a polled boat'))));
    const path = `/v1/videos/${id}`;
    const first = Date.now();
    for (let poll = 0; poll < 30; poll += 1) await user.request(path);
    const found = await eventually(
      async () => {
        const now = await rows({ path });
        const counted = now.reduce((sum, { count }) => sum + count, 0);
        return counted === 30 ? now : undefined;
      },
      { what: 'thirty polls' },
    );
    // An hour may have ended meanwhile.
    expect(found.length).toBeLessThanOrEqual(2);
    expect(found[0]).toMatchObject({ status: 200, job_id: id, caller: `user:${user.id}` });
    const span = new URLSearchParams({
      path,
      from: new Date(first - 60_000).toISOString(),
      to: new Date(first + 600_000).toISOString(),
      bucket_ms: '660000',
    });
    const response = await shared.gateway.adminFetch(`request-logs/histogram?${span.toString()}`);
    expect(jsonOf(response)).toMatchObject({ data: [{ ok: 30 }] });
  });
});

describe('the request log of the admin API', () => {
  it('[request-log.list] filters, and continues page by page, newest first', async () => {
    const user = await shared.newUser();
    const written = async (count: number) => {
      const found = async () => (await rows({ caller: user.id })).length === count;
      await eventually(async () => ((await found()) ? true : undefined), { what: `${count} rows` });
    };
    for (let call = 0; call < 5; call += 1) await user.request('/v1/models');
    // A row is written when its response has ended, which may be after the caller has it and has called again.
    await written(5);
    await user.request('/v1/videos/vt_none');
    await written(6);
    const query = { caller: user.id, path: '/v1/models', status: '200' };
    const all = await rows(query);
    expect(all).toHaveLength(5);
    expect(all.map(({ time }) => time)).toEqual(
      all
        .map(({ time }) => time)
        .toSorted()
        .toReversed(),
    );
    const paged: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const search = new URLSearchParams({
        ...query,
        limit: '2',
        ...(cursor === '' ? {} : { cursor }),
      });
      const response = await shared.gateway.adminFetch(`request-logs?${search.toString()}`);
      const page: { data: Row[]; next_cursor: string | null } = adminListOf(rowSchema).parse(
        jsonOf(response),
      );
      paged.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(all.map(({ id }) => id));
    const [newest] = await rows({ caller: `user:${user.id}`, limit: '1' });
    expect(newest).toMatchObject({ status: 404 });
    expect(await rows({ caller: user.id, from: '2100-01-01T00:00:00Z' })).toEqual([]);
    expect(await rows({ caller: user.id, to: '2000-01-01T00:00:00Z' })).toEqual([]);
  });

  it.each(['status=x', 'from=x', 'limit=0', 'cursor=x'])(
    '[request-log.list] refuses %s as 422',
    async (query) => {
      expectDetail(await shared.gateway.adminFetch(`request-logs?${query}`), 422);
    },
  );

  it('[request-log.prompts] keeps prompts from the next request on when the setting is changed', async () => {
    const prompt = parked(`Ein ÄRGER ${crypto.randomUUID()}`);
    const create = async () => {
      const response = await shared.tasks.create(smallest(prompt));
      return await rowOf(response.headers.get('x-request-id') ?? '');
    };
    expect(await create()).not.toHaveProperty('prompt');
    await shared.gateway.adminSend('PUT', 'settings', { log_prompts: true });
    expect((await create()).prompt).toBe(prompt);
    expect(await rows({ text: prompt.slice(0, 30).toLowerCase() })).toHaveLength(1);
    await shared.gateway.adminSend('PUT', 'settings', { log_prompts: false });
    expect(await create()).toMatchObject({ prompt_digest: digestOf(prompt) });
  });
});
