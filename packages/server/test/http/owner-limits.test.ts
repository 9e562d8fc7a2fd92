import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type HttpResponse, expectApiError, expectDetail, jsonOf } from './response.ts';
import { eventually } from './eventually.ts';
import { nativeClient } from './native-client.ts';
import { parked, smallest } from './prompts.ts';
import { sendRaw } from './raw-http.ts';
import { pngBytes, pngDataUrl } from './sample-media.ts';
import { apiUserSchema, apiUserWithKeySchema } from './shapes.ts';
import { type ImageServer, startImageServer } from './start-image-server.ts';
import { taskOf, type TasksClient, tasksClient } from './tasks-client.ts';
import { type SharedGateway, useGateway } from './use-gateway.ts';

interface LimitedUser extends TasksClient {
  readonly id: string;
  readonly key: string;
  edit(body: object): Promise<HttpResponse>;
}

async function limitedUser(shared: SharedGateway, limits: object): Promise<LimitedUser> {
  const response = await shared.gateway.adminSend('POST', 'api-users', {
    name: 'limited',
    ...limits,
  });
  expect(response.status, response.text).toBe(201);
  const { api_user, key } = apiUserWithKeySchema.parse(jsonOf(response));
  const edit = (body: object) =>
    shared.gateway.adminSend('PATCH', `api-users/${api_user.id}`, body);
  return { ...tasksClient(shared.gateway.tasksUrl, key), id: api_user.id, key, edit };
}

const apiUserResponse = z.object({ api_user: apiUserSchema });

/** Number of uploads and references on the disk, temporary ones included. */
async function filesOf({ gateway }: SharedGateway): Promise<number> {
  const folder = join(gateway.dataDir, 'assets');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

function expectLater(response: HttpResponse, expected: { status: number; code: string }): void {
  expectApiError(response, expected);
  const seconds = Number(response.headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(response.headers.get('x-should-retry')).not.toBe('false');
}

describe('the limits of an API user', () => {
  const shared = useGateway();

  it('[owner-limits.admin-api] are set when it is made, shown, changed and lifted', async () => {
    const limits = { max_open_jobs: 3, max_requests_per_minute: 120 };
    const user = await limitedUser(shared, limits);
    const named = apiUserResponse.parse(jsonOf(await user.edit({ name: 'other' })));
    expect(named.api_user).toMatchObject({ name: 'other', ...limits });
    const lifted = { max_open_jobs: null, max_requests_per_minute: null };
    const edited = apiUserResponse.parse(jsonOf(await user.edit(lifted)));
    expect(edited.api_user).toMatchObject(lifted);
    const trail = await shared.gateway.adminFetch('audit-log');
    expect(trail.text).toContain('max_requests_per_minute');
    const made = await limitedUser(shared, {});
    expect(expectDetail(await made.edit({ max_open_jobs: -1 }), 422)).toContain('max_open_jobs');
    expect(expectDetail(await made.edit({ max_requests_per_minute: 0 }), 422)).toContain(
      'max_requests_per_minute',
    );
  });

  it('[owner-limits.open-jobs.refused][owner-limits.changed-at-once] more open tasks than that are 429, and a repeat still gets its response', async () => {
    const user = await limitedUser(shared, { max_open_jobs: 2 });
    const first = taskOf(await user.create(smallest(parked('one')), { key: 'one' }));
    taskOf(await user.create(smallest(parked('two'))));
    const refused = await user.create(smallest(parked('three')), { key: 'three' });
    expectLater(refused, { status: 429, code: 'open_jobs_limit_reached' });
    expect(refused.text).toContain('2');
    const again = await user.create(smallest(parked('one')), { key: 'one' });
    expect([again.status, taskOf(again, 200).id]).toEqual([200, first.id]);
    await user.edit({ max_open_jobs: 3 });
    taskOf(await user.create(smallest(parked('three')), { key: 'three' }));
  });

  it('[owner-limits.open-jobs.refused] however many come at once', async () => {
    const user = await limitedUser(shared, { max_open_jobs: 5 });
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => user.create(smallest(parked(`race ${index}`)))),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(35);
  });

  it('[owner-limits.rate.refused][owner-limits.changed-at-once] more requests a minute than that are 429, of whatever kind; others are not held up', async () => {
    const user = await limitedUser(shared, { max_requests_per_minute: 3 });
    const other = await shared.newUser();
    for (const path of ['/v1/models', '/v1/videos', '/v1/models'])
      expect((await user.request(path)).status).toBe(200);
    for (const path of ['/v1/models', '/v1/videos/vt_none', '/v1/videos'])
      expectLater(await user.request(path), { status: 429, code: 'rate_limited' });
    expect((await other.request('/v1/models')).status).toBe(200);
    const logs = await eventually(
      async () => {
        const page = await shared.gateway.adminFetch(`request-logs?caller=user:${user.id}`);
        return page.text.includes('rate_limited') ? page.text : undefined;
      },
      { what: 'the refusal in the request log' },
    );
    expect(logs).toContain('429');
    await user.edit({ max_requests_per_minute: 100 });
    expect((await user.request('/v1/models')).status).toBe(200);
  });

  it('[owner-limits.rate.refused] and are refused before their body is read', async () => {
    const user = await limitedUser(shared, { max_requests_per_minute: 1 });
    await user.request('/v1/models');
    // Its body is never sent.
    const response = await sendRaw({
      url: `${shared.gateway.tasksUrl}/v1/videos`,
      method: 'POST',
      headers: [
        ['Authorization', `Bearer ${user.key}`],
        ['Content-Type', 'application/json'],
        ['Content-Length', '60000000'],
      ],
      body: [],
    });
    expectApiError(response, { status: 429, code: 'rate_limited' });
  });
});

describe('references', () => {
  let pictures: ImageServer;
  beforeAll(async () => {
    pictures = await startImageServer();
  });
  afterAll(() => pictures.stop());
  const shared = useGateway(() => ({
    env: { FILMGATE_IMAGE_HOSTS: `private:${pictures.origin}` },
  }));
  const images = () => [pngDataUrl(1), `${pictures.origin}/order.png`];

  it('[owner-limits.order] of a request that quota or open tasks refuse are not fetched, and nothing is written', async () => {
    const poor = await limitedUser(shared, { total_limit: 0 });
    const busy = await limitedUser(shared, { max_open_jobs: 0 });
    const before = await filesOf(shared);
    for (const [user, code] of [
      [poor, 'api_user_total_limit_exhausted'],
      [busy, 'open_jobs_limit_reached'],
    ] as const) {
      const body = { ...smallest(parked('refused')), frame_mode: 'all', images: images() };
      expectApiError(await user.create(body), { status: 429, code });
    }
    expect(pictures.requests('/order.png')).toBe(0);
    expect(await filesOf(shared)).toBe(before);
    const fine = { ...smallest(parked('taken')), frame_mode: 'all', images: images() };
    taskOf(await shared.tasks.create(fine));
    expect(pictures.requests('/order.png')).toBe(1);
  });

  it('[owner-limits.references.all-or-none] eight good ones are not kept when the ninth is bad', async () => {
    const before = await filesOf(shared);
    const good = Array.from({ length: 8 }, (_, index) => pngDataUrl(100 + index));
    const bad = `data:image/png;base64,${Buffer.from('no picture').toString('base64')}`;
    const body = { ...smallest(parked('nine')), frame_mode: 'all', images: [...good, bad] };
    expectApiError(await shared.tasks.create(body), {
      status: 400,
      code: 'payload_invalid',
      param: 'images[8]',
    });
    expect(await filesOf(shared)).toBe(before);
  });
});

describe('the bytes of one owner', () => {
  const shared = useGateway(() => ({
    env: { FILMGATE_ASSET_ALLOWANCE_BYTES: String(2 * pngBytes().length + 20) },
  }));
  const code = 'storage_allowance_exhausted';

  it('[owner-limits.storage.refused] are bounded for the native key, and a refused upload leaves nothing', async () => {
    const native = nativeClient(shared.gateway.tasksUrl, shared.gateway.upstreamApiKey);
    for (const shade of [1, 2, 2]) expect((await native.upload(pngBytes(shade))).status).toBe(201);
    const before = await filesOf(shared);
    const refused = await native.upload(pngBytes(3));
    expectApiError(refused, { status: 429, code });
    expect(refused.headers.get('x-should-retry')).toBe('false');
    expect(await filesOf(shared)).toBe(before);
  });

  it('[owner-limits.storage.refused] are limited for each API user separately, and for the Local Generation API', async () => {
    const [one, other] = [await shared.newUser(), await shared.newUser()];
    const create = (user: TasksClient, shade: number) =>
      user.create({ ...smallest(parked('picture')), images: [pngDataUrl(shade)] });
    for (const shade of [11, 12]) taskOf(await create(one, shade));
    expectApiError(await create(one, 13), { status: 429, code });
    taskOf(await create(other, 13));
  });
});

describe('a disk with too little room', () => {
  const shared = useGateway(() => ({
    env: { FILMGATE_METRICS_TOKEN: 'metrics-token-of-the-test' },
    wrapPorts: (ports) => ({
      ...ports,
      freeSpace: { isLow: async () => true, isFull: async () => false },
    }),
  }));

  it('[owner-limits.space.low] refuses uploads and references, and accepts tasks without them', async () => {
    const native = nativeClient(shared.gateway.tasksUrl, shared.gateway.upstreamApiKey);
    const unavailable = { status: 503, code: 'trae_protocol_unavailable' };
    expectLater(await native.upload(pngBytes()), unavailable);
    const body = { ...smallest(parked('with')), images: [pngDataUrl()] };
    expectLater(await shared.tasks.create(body), unavailable);
    const { id } = taskOf(await shared.tasks.create(smallest('without')));
    expect((await shared.tasks.completed(id)).video_url).toBeDefined();
  });

  it('[owner-limits.space.low] is reported by readiness, overview and metrics', async () => {
    const ready = await fetch(`${shared.gateway.localUrl}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ready', reasons: ['free space low'] },
    ]);
    expect((await shared.gateway.adminFetch('overview')).text).toContain('"free_is_low":true');
    const metrics = await fetch(`${shared.gateway.localUrl}/metrics`, {
      headers: { authorization: 'Bearer metrics-token-of-the-test' },
    });
    expect(await metrics.text()).toMatch(/^filmgate_free_space_low 1$/m);
  });
});

describe('a full waiting room', () => {
  const shared = useGateway(() => ({
    env: { FILMGATE_QUEUE_LIMIT: '10', FILMGATE_QUEUE_OWNER_SHARE_PERCENT: '20' },
    accounts: [{ concurrency: 1, credits: 1_000_000 }],
  }));

  it('[owner-limits.room.others-admitted] that one user filled still accepts the tasks of others, up to their share', async () => {
    const [heavy, light] = [await shared.newUser(), await shared.newUser()];
    const create = (user: TasksClient, name: string) => user.create(smallest(parked(name)));
    taskOf(await create(heavy, 'holds the slot'));
    await eventually(
      async () =>
        (await shared.gateway.mock.ledger('holds the slot')).accepted > 0 ? true : undefined,
      { what: 'the first task to be sent' },
    );
    for (let index = 0; index < 10; index += 1) taskOf(await create(heavy, `waits ${index}`));
    expectLater(await create(heavy, 'too many'), {
      status: 503,
      code: 'trae_protocol_unavailable',
    });
    for (const name of ['light one', 'light two']) taskOf(await create(light, name));
    const share = { status: 429, code: 'queue_share_exhausted' };
    expectLater(await create(light, 'light three'), share);
    expectLater(await create(heavy, 'too many'), share);
    taskOf(await shared.tasks.create(smallest(parked('a third user'))));
  });
});
