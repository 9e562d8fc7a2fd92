import { describe, expect, it } from 'vitest';
import { apiUser, apiUserResponse, apiUserWithKey } from '../../src/admin-api/schemas/api-user.ts';
import { auditEntry } from '../../src/admin-api/routes/audit-log.ts';
import { pageOf } from '../../src/admin-api/schemas/page.ts';
import { type AdminTestApi, createAdminTestApi, type Send } from '../doubles/admin-test-api.ts';
import { bodyOf } from '../doubles/body-of.ts';

const url = '/api/v1/admin/api-users';

async function start(): Promise<{ readonly api: AdminTestApi; readonly send: Send }> {
  const api = await createAdminTestApi();
  return { api, send: api.as(await api.login()) };
}

async function createUser(send: Send, body: object = { name: 'Alice' }): Promise<string> {
  return bodyOf(await send('POST', url, body), apiUserWithKey).api_user.id;
}

describe('api-users', () => {
  it('are made, and their key is shown once [admin.api-users.create] [admin.api-users.key-once] [admin.api-users.record]', async () => {
    const { api, send } = await start();
    const made = await send('POST', url, { name: ' Alice ', total_limit: 100 });
    const { api_user: user, key } = bodyOf(made, apiUserWithKey.strict());
    expect(made.statusCode).toBe(201);
    expect(user).toEqual({
      id: user.id,
      name: 'Alice',
      enabled: true,
      key_hint: 'fg_user_…1',
      total_limit: 100,
      max_open_jobs: null,
      max_requests_per_minute: null,
      usage: { used: 0, reserved: 0, held: 0 },
      created_at: '2026-01-02T03:04:05.678Z',
      last_used_at: null,
      erasure: null,
    });
    expect(key).toBe('fg_user_key1');
    expect(api.apiUsers.digests.get(user.id)).toBe('digest of key 1');
    const list = await send('GET', url);
    expect(list.json()).toEqual({ data: [user], next_cursor: null });
    const log = await send('GET', '/api/v1/admin/audit-log');
    expect(list.body + log.body + JSON.stringify(api.access.entries)).not.toContain(key);
  });

  it('are changed, on the record [admin.api-users.change]', async () => {
    const { api, send } = await start();
    const id = await createUser(send);
    const changed = await send('PATCH', `${url}/${id}`, { enabled: false, total_limit: 5 });
    const { api_user: user } = bodyOf(changed, apiUserResponse.strict());
    expect(user).toMatchObject({ name: 'Alice', enabled: false, total_limit: 5 });
    await send('PATCH', `${url}/${id}`, { name: 'Bob', total_limit: null });
    expect((await send('GET', url)).json()).toMatchObject({
      data: [{ name: 'Bob', enabled: false, total_limit: null }],
    });
    const actions = api.access.entries.map(({ action, target }) => [action, target]);
    expect(actions.slice(1)).toEqual([
      ['api-user.create', id],
      ['api-user.edit', id],
      ['api-user.edit', id],
    ]);
  });

  it('get a new key [admin.api-users.rotate]', async () => {
    const { api, send } = await start();
    const id = await createUser(send);
    const rotated = await send('POST', `${url}/${id}/rotate`);
    expect(bodyOf(rotated, apiUserWithKey.strict())).toMatchObject({
      api_user: { id, key_hint: 'fg_user_…2' },
      key: 'fg_user_key2',
    });
    expect(api.apiUsers.digests.get(id)).toBe('digest of key 2');
  });

  it.each([
    [{}, 'name must be a string'],
    [{ name: '  ' }, 'name must not be empty'],
    [{ name: 'x'.repeat(101) }, 'name must have at most 100 characters'],
    [{ name: 'x', total_limit: -1 }, 'total_limit must not be negative'],
    [{ name: 'x', max_open_jobs: -1 }, 'max_open_jobs must not be negative'],
    [{ name: 'x', max_open_jobs: 1e10 }, 'max_open_jobs must be at most 1000000000'],
    [
      { name: 'x', max_open_jobs: '3' },
      'max_open_jobs must be a whole number of tasks, or null for no limit',
    ],
    [{ name: 'x', max_requests_per_minute: 0 }, 'max_requests_per_minute must be at least 1'],
    [
      { name: 'x', max_requests_per_minute: 1e7 },
      'max_requests_per_minute must be at most 1000000',
    ],
    [
      { name: 'x', max_requests_per_minute: 1.5 },
      'max_requests_per_minute must be a whole number of requests, or null for no limit',
    ],
    [
      { name: 'x', total_limit: 1.5 },
      'total_limit must be a whole number of credits, or null for no limit',
    ],
    [
      { name: 'x', total_limit: '5' },
      'total_limit must be a whole number of credits, or null for no limit',
    ],
    [{ name: 'x', role: 'admin' }, 'Unrecognized key: "role"'],
  ])('%j is refused [admin.api-users.bad-input] [quota.limit-values]', async (body, detail) => {
    const { send } = await start();
    const response = await send('POST', url, body);
    expect([response.statusCode, response.json()]).toEqual([422, { detail }]);
  });

  it('that do not exist are 404', async () => {
    const { send } = await start();
    const responses = [await send('PATCH', `${url}/x`, {}), await send('POST', `${url}/x/rotate`)];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
  });

  it('are listed page by page [admin.list-shape]', async () => {
    const { send } = await start();
    for (const name of ['a', 'b', 'c']) await createUser(send, { name });
    const page = pageOf(apiUser).strict();
    const first = bodyOf(await send('GET', `${url}?limit=2`), page);
    const second = bodyOf(await send('GET', `${url}?limit=2&cursor=${first.next_cursor}`), page);
    expect([...first.data, ...second.data].map(({ name }) => name)).toEqual(['c', 'b', 'a']);
    expect(second.next_cursor).toBeNull();
    const bad = await send('GET', `${url}?limit=0`);
    expect(bad.json()).toEqual({ detail: 'limit must be an integer from 1 to 200' });
    const foreign = await send('GET', `${url}?cursor=us_of_nobody`);
    expect([foreign.statusCode, foreign.json()]).toEqual([
      422,
      { detail: 'cursor does not belong to this list' },
    ]);
  });
});

describe('audit-log', () => {
  it('lists changes and their authors, newest first, page by page', async () => {
    const { send } = await start();
    const id = await createUser(send);
    await send('PATCH', `${url}/${id}`, { name: 'Bob' });
    const page = pageOf(auditEntry).strict();
    const read = async (query: string) =>
      bodyOf(await send('GET', `/api/v1/admin/audit-log?${query}`), page);
    const first = await read('limit=1');
    expect(first.data).toMatchObject([
      {
        actor: 'admin',
        action: 'api-user.edit',
        target: id,
        time: '2026-01-02T03:04:05.678Z',
        before: { name: 'Alice' },
        after: { name: 'Bob' },
      },
    ]);
    const rest = await read(`cursor=${first.next_cursor}`);
    expect(rest.data.map(({ action }) => action)).toEqual(['api-user.create', 'session.login']);
    expect(rest.next_cursor).toBeNull();
  });

  it('are found by a part of their name, page by page [admin.api-users.search]', async () => {
    const { send } = await start();
    const older = await createUser(send, { name: 'Render farm, north' });
    await createUser(send, { name: 'Somebody else' });
    const newer = await createUser(send, { name: 'A second render FARM' });
    const page = pageOf(apiUser);
    const first = bodyOf(await send('GET', `${url}?text=farm&limit=1`), page);
    expect(first.data.map(({ id }) => id)).toEqual([newer]);
    const next = await send('GET', `${url}?text=farm&limit=1&cursor=${String(first.next_cursor)}`);
    expect(bodyOf(next, page)).toMatchObject({ data: [{ id: older }], next_cursor: null });
    expect((await send('GET', `${url}?text=nobody`)).json()).toEqual({
      data: [],
      next_cursor: null,
    });
    expect(bodyOf(await send('GET', `${url}?text=`), page).data).toHaveLength(3);
  });
});
