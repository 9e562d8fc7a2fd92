import { describe, expect, it } from 'vitest';
import { type HttpResponse, expectDetail, jsonOf, send } from './response.ts';
import { parked, smallest } from './prompts.ts';
import { adminListOf, type ApiUser, apiUserSchema, apiUserWithKeySchema } from './shapes.ts';
import { taskOf, tasksClient } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();

const post = (body: unknown) => shared.gateway.adminSend('POST', 'api-users', body);
const patch = (id: string, body: unknown) =>
  shared.gateway.adminSend('PATCH', `api-users/${id}`, body);

function withKeyOf(response: HttpResponse, status: number) {
  expect(response.status, response.text).toBe(status);
  return apiUserWithKeySchema.parse(jsonOf(response));
}

async function listed(): Promise<readonly ApiUser[]> {
  return adminListOf(apiUserSchema).parse(
    jsonOf(await shared.gateway.adminFetch('api-users?limit=200')),
  ).data;
}

async function recordOf(id: string): Promise<ApiUser | undefined> {
  return (await listed()).find((user) => user.id === id);
}

describe('API users', () => {
  it('[admin.api-users.create][admin.api-users.record] are made with a key that works', async () => {
    const { api_user, key } = withKeyOf(await post({ name: 'Anna', total_limit: 500 }), 201);
    expect(api_user).toMatchObject({
      name: 'Anna',
      enabled: true,
      total_limit: 500,
      usage: { used: 0, reserved: 0, held: 0 },
      last_used_at: null,
    });
    expect((await tasksClient(shared.gateway.tasksUrl, key).request('/v1/models')).status).toBe(
      200,
    );
  });

  it('[admin.api-users.create][quota.limit-values] have no limit when none is given', async () => {
    expect(withKeyOf(await post({ name: 'Ben' }), 201).api_user.total_limit).toBeNull();
    expect(
      withKeyOf(await post({ name: 'Eve', total_limit: null }), 201).api_user.total_limit,
    ).toBeNull();
  });

  it('[admin.key-format] have keys of the documented form, each different', async () => {
    const keys = [];
    for (let index = 0; index < 5; index += 1)
      keys.push(withKeyOf(await post({ name: 'k' }), 201).key);
    for (const key of keys) expect(key).toMatch(/^fg_[a-z]+_[0-9A-Za-z]{26,}_[0-9A-Za-z]{6}$/);
    expect(new Set(keys).size).toBe(5);
  });

  it('[admin.api-users.key-once][invariants.i13-no-secret-leaves] show their key once', async () => {
    const { api_user, key } = withKeyOf(await post({ name: 'once' }), 201);
    const secret = key.split('_')[2] ?? key;
    expect(api_user.key_hint.length).toBeLessThan(key.length / 2 + 4);
    for (const response of [
      await shared.gateway.adminFetch('api-users?limit=200'),
      await patch(api_user.id, { name: 'twice' }),
    ]) {
      expect(response.text).not.toContain(secret);
    }
  });

  it('[admin.api-users.record][admin.list-shape] are listed with their usage', async () => {
    const user = await shared.newUser(1_000_000);
    taskOf(await user.create(smallest(parked('some usage'))));
    const record = await recordOf(user.id);
    expect(record).toMatchObject({ id: user.id, enabled: true, total_limit: 1_000_000 });
    expect(record?.usage.reserved).toBeGreaterThan(0);
    expect(record?.last_used_at).not.toBeNull();
  });

  it('[admin.list-shape] are listed page by page', async () => {
    for (let index = 0; index < 5; index += 1) await shared.newUser();
    const all = new Set((await listed()).map(({ id }) => id));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = adminListOf(apiUserSchema).parse(
        jsonOf(await shared.gateway.adminFetch(`api-users?limit=2${query}`)),
      );
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen.length).toBe(all.size);
    expect(new Set(seen)).toEqual(all);
  });

  it('[admin.api-users.change] can be renamed, limited and disabled', async () => {
    const user = await shared.newUser();
    const changes = [
      { name: 'New name' },
      { total_limit: 7 },
      { enabled: false },
      { total_limit: null },
    ];
    for (const change of changes) {
      expect((await patch(user.id, change)).status).toBe(200);
      expect(await recordOf(user.id)).toMatchObject(change);
    }
    expect(await recordOf(user.id)).toMatchObject({ name: 'New name', enabled: false });
  });

  it('[admin.api-users.rotate][admin.key-format] get a new key by rotation', async () => {
    const user = await shared.newUser();
    const response = await shared.gateway.adminFetch(`api-users/${user.id}/rotate`, {
      method: 'POST',
    });
    const { api_user, key } = withKeyOf(response, 200);
    expect([api_user.id, key === user.key]).toEqual([user.id, false]);
    expect((await user.request('/v1/models')).status).toBe(401);
    expect((await tasksClient(shared.gateway.tasksUrl, key).request('/v1/models')).status).toBe(
      200,
    );
  });

  it('[admin.api-users.rotate] rotated by two at once have one key', async () => {
    const user = await shared.newUser();
    const rotate = () =>
      shared.gateway.adminFetch(`api-users/${user.id}/rotate`, { method: 'POST' });
    const keys = (await Promise.all([rotate(), rotate()])).map(
      (response) => withKeyOf(response, 200).key,
    );
    const statuses = await Promise.all(
      keys.map(
        async (key) =>
          (await tasksClient(shared.gateway.tasksUrl, key).request('/v1/models')).status,
      ),
    );
    expect([...statuses].toSorted()).toEqual([200, 401]);
  });

  it.each([
    {},
    { name: '' },
    { name: 5 },
    { name: null },
    { name: 'x'.repeat(10_000) },
    [],
    'name',
  ])('[admin.api-users.bad-input][admin.errors-detail] are not made of %j', async (body) => {
    const response = await post(body);
    expect([400, 422]).toContain(response.status);
    expectDetail(response, response.status);
  });

  it.each([{ enabled: 'no' }, { name: '' }, { enabled: null }, { total_limit: 'many' }])(
    '[admin.api-users.bad-input][admin.errors-detail] are not changed by %j',
    async (body) => {
      const user = await shared.newUser();
      const response = await patch(user.id, body);
      expect([400, 422]).toContain(response.status);
      expectDetail(response, response.status);
      expect((await user.request('/v1/models')).status).toBe(200);
    },
  );

  it('[admin.api-users.bad-input][admin.errors-detail] that do not exist are 404', async () => {
    expectDetail(await patch('nobody', { name: 'x' }), 404);
    const rotated = await shared.gateway.adminFetch('api-users/nobody/rotate', { method: 'POST' });
    expectDetail(rotated, 404);
  });
});

describe('without a session', () => {
  const routes = [
    ['GET', 'api-users'],
    ['POST', 'api-users'],
    ['PATCH', 'api-users/x'],
    ['POST', 'api-users/x/rotate'],
    ['GET', 'accounts'],
    ['POST', 'accounts'],
    ['PATCH', 'accounts/x'],
    ['DELETE', 'accounts/x'],
    ['POST', 'accounts/x/test'],
    ['GET', 'jobs'],
    ['GET', 'jobs/x'],
    ['POST', 'jobs/x/check'],
    ['POST', 'jobs/x/resolve'],
  ] as const;

  it.each(routes)(
    '[admin.session-required][admin.errors-detail] %s %s is 401, with an API key too',
    async (method, path) => {
      const url = `${shared.gateway.localUrl}/api/v1/admin/${path}`;
      const keys = ['none', shared.gateway.apiUserKey, shared.gateway.upstreamApiKey];
      for (const key of keys) {
        const headers = { authorization: `Bearer ${key}`, cookie: 'filmgate_session=invented' };
        expectDetail(await send(url, { method, headers }), 401);
      }
      expectDetail(await send(url, { method }), 401);
    },
  );
});
