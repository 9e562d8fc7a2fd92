import type { Job } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { account } from '../../src/admin-api/schemas/account.ts';
import { apiUser } from '../../src/admin-api/schemas/api-user.ts';
import { adminJob, adminJobDetail } from '../../src/admin-api/schemas/job.ts';
import { type AdminTestApi, createAdminTestApi } from '../doubles/admin-test-api.ts';

const admin = '/api/v1/admin';

async function start() {
  const api = await createAdminTestApi();
  const send = api.as(await api.login());
  return {
    api,
    send,
    audited: () => api.access.entries.slice(1).map(({ action, target }) => [action, target]),
  };
}

const routes = [
  ['GET', '/api-users'],
  ['POST', '/api-users'],
  ['PATCH', '/api-users/x'],
  ['POST', '/api-users/x/rotate'],
  ['GET', '/accounts'],
  ['POST', '/accounts'],
  ['PATCH', '/accounts/x'],
  ['DELETE', '/accounts/x'],
  ['POST', '/accounts/x/test'],
  ['GET', '/jobs'],
  ['GET', '/jobs/x'],
  ['POST', '/jobs/x/check'],
  ['POST', '/jobs/x/resolve'],
  ['GET', '/audit-log'],
] as const;

describe('every admin route', () => {
  it.each(routes)('%s %s needs a session [admin.session-required]', async (method, url) => {
    const { app } = await createAdminTestApi();
    for (const headers of [
      {},
      { authorization: 'Bearer fg_user_key' },
      { 'x-api-key': 'k' },
      { cookie: 'filmgate_session=guess' },
    ]) {
      const answer = await app.inject({
        method,
        url: admin + url,
        headers: { host: 'localhost:8787', ...headers },
      });
      expect([answer.statusCode, answer.json()]).toEqual([401, { detail: 'Log in first.' }]);
    }
  });

  it.each([
    ['GET', `${admin}/nope`, 404],
    ['GET', admin, 404],
    ['POST', '/api/v1/auth/nope', 404],
    ['DELETE', `${admin}/api-users`, 405],
    ['GET', `${admin}/api-users/x`, 405],
    ['GET', '/api/v1/auth/login', 405],
  ] as const)('%s %s is %i with a detail [admin.errors-detail]', async (method, url, status) => {
    const { app } = await createAdminTestApi();
    const answer = await app.inject({ method, url });
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([status, ['detail']]);
  });

  it('answers malformed bodies with a detail', async () => {
    const { api } = await start();
    const cookie = await api.login();
    for (const [type, status] of [
      ['application/json', 400],
      ['text/plain', 415],
    ] as const) {
      const headers = { host: 'localhost:8787', cookie, 'content-type': type };
      const answer = await api.app.inject({
        method: 'POST',
        url: `${admin}/api-users`,
        headers,
        payload: '{',
      });
      expect([answer.statusCode, Object.keys(answer.json())]).toEqual([status, ['detail']]);
    }
  });
});

describe('api-users', () => {
  it('are made, changed and listed; the key is shown once [admin.api-users.create] [admin.api-users.change] [admin.api-users.record]', async () => {
    const { api, send, audited } = await start();
    const made = await send('POST', `${admin}/api-users`, { name: ' Alice ', total_limit: 100 });
    expect(made.statusCode).toBe(201);
    const { api_user: user, key } = made.json();
    expect(apiUser.strict().parse(user)).toEqual({
      id: user.id,
      name: 'Alice',
      enabled: true,
      key_hint: 'fg_user_…1',
      total_limit: 100,
      usage: { used: 0, reserved: 0, held: 0 },
      created_at: '2026-01-02T03:04:05.678Z',
      last_used_at: null,
    });
    expect(key).toBe('fg_user_key1');
    expect(api.apiUsers.digests.get(user.id)).toBe('digest of key 1');
    const changed = await send('PATCH', `${admin}/api-users/${user.id}`, {
      enabled: false,
      total_limit: null,
    });
    expect(changed.json().api_user).toMatchObject({
      name: 'Alice',
      enabled: false,
      total_limit: null,
    });
    const list = await send('GET', `${admin}/api-users`);
    expect(list.json()).toEqual({ data: [changed.json().api_user], next_cursor: null });
    expect(list.body + changed.body + JSON.stringify(api.access.entries)).not.toContain(key);
    expect(audited()).toEqual([
      ['api-user.create', user.id],
      ['api-user.edit', user.id],
    ]);
  });

  it('get a new key [admin.api-users.rotate]', async () => {
    const { api, send } = await start();
    const { id } = (await send('POST', `${admin}/api-users`, { name: 'Alice' })).json().api_user;
    const rotated = await send('POST', `${admin}/api-users/${id}/rotate`);
    expect(rotated.json()).toMatchObject({
      api_user: { id, key_hint: 'fg_user_…2' },
      key: 'fg_user_key2',
    });
    expect(api.apiUsers.digests.get(id)).toBe('digest of key 2');
  });

  it.each([
    [{}, 'name must be a text'],
    [{ name: '  ' }, 'name must not be empty'],
    [{ name: 'x'.repeat(101) }, 'name must have at most 100 characters'],
    [{ name: 'x', total_limit: -1 }, 'total_limit must not be negative'],
    [
      { name: 'x', total_limit: 1.5 },
      'total_limit must be a whole number of credits, or null for no limit',
    ],
    [
      { name: 'x', total_limit: '5' },
      'total_limit must be a whole number of credits, or null for no limit',
    ],
    [{ name: 'x', role: 'admin' }, 'Unrecognized key: "role"'],
  ])('%j is refused [admin.api-users.bad-input] [quota.limit-values]', async (payload, detail) => {
    const { send } = await start();
    const answer = await send('POST', `${admin}/api-users`, payload);
    expect([answer.statusCode, answer.json()]).toEqual([422, { detail }]);
  });

  it('that do not exist are 404', async () => {
    const { send } = await start();
    const answers = [
      await send('PATCH', `${admin}/api-users/x`, {}),
      await send('POST', `${admin}/api-users/x/rotate`),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
  });

  it('are listed page by page [admin.list-shape]', async () => {
    const { send } = await start();
    for (const name of ['a', 'b', 'c']) await send('POST', `${admin}/api-users`, { name });
    const first = (await send('GET', `${admin}/api-users?limit=2`)).json();
    const second = (
      await send('GET', `${admin}/api-users?limit=2&cursor=${first.next_cursor}`)
    ).json();
    const names = [...first.data, ...second.data].map(({ name }: { name: string }) => name);
    expect([names, second.next_cursor]).toEqual([['a', 'b', 'c'], null]);
    expect((await send('GET', `${admin}/api-users?limit=0`)).json()).toEqual({
      detail: 'limit must be an integer from 1 to 200',
    });
  });
});

describe('accounts', () => {
  it('are added, changed, tested and removed; secrets go in and never come out [admin.accounts.manage] [admin.accounts.record] [admin.accounts.secret]', async () => {
    const { api, send, audited } = await start();
    const made = await send('POST', `${admin}/accounts`, {
      label: 'one',
      families: ['vidA'],
      concurrency: 3,
      secret: 'top secret',
    });
    expect(made.statusCode).toBe(201);
    const { id } = account.strict().parse(made.json().account);
    expect(made.json().account).toMatchObject({
      label: 'one',
      provider: 'mock',
      state: 'ready',
      concurrency: 3,
      has_secret: true,
    });
    expect(api.accounts.sealedSecrets.get(id)).toBe(`sealed for ${id}: 10`);
    const changed = await send('PATCH', `${admin}/accounts/${id}`, {
      enabled: false,
      credits: 7,
      secret: 'another one',
    });
    expect(changed.json().account).toMatchObject({ state: 'disabled', credits: 7 });
    api.probe = { kind: 'probed', probe: { kind: 'login-required' } };
    const tested = await send('POST', `${admin}/accounts/${id}/test`);
    expect(tested.json()).toMatchObject({
      result: 'login_required',
      credits: null,
      account: { id },
    });
    expect((await send('DELETE', `${admin}/accounts/${id}`)).statusCode).toBe(204);
    expect((await send('GET', `${admin}/accounts`)).json()).toEqual({
      data: [],
      next_cursor: null,
    });
    const seen = JSON.stringify([
      made.json(),
      changed.json(),
      tested.json(),
      api.access.entries,
      api.log.events,
    ]);
    expect(seen).not.toMatch(/top secret|another one|sealed/);
    expect(audited()).toEqual(
      ['add', 'edit', 'test', 'remove'].map((what) => [`account.${what}`, id]),
    );
  });

  it('drain before they go [admin.accounts.delete-drains]', async () => {
    const { api, send } = await start();
    const { id } = (await send('POST', `${admin}/accounts`, { label: 'one' })).json().account;
    const load = api.accounts.loadsById.get(id);
    if (load !== undefined) api.accounts.loadsById.set(id, { ...load, busy: 2 });
    const removed = await send('DELETE', `${admin}/accounts/${id}`);
    expect([removed.statusCode, removed.json().account.state]).toEqual([202, 'draining']);
  });

  it('say why they take no work', async () => {
    const { api, send } = await start();
    const { id } = (
      await send('POST', `${admin}/accounts`, { label: 'one', concurrency: 2 })
    ).json().account;
    const load = api.accounts.loadsById.get(id);
    if (load === undefined) throw new Error('no account');
    const stateWith = async (changes: Partial<typeof load.account>, busy = 0): Promise<string> => {
      api.accounts.loadsById.set(id, { ...load, busy, account: { ...load.account, ...changes } });
      return (await send('GET', `${admin}/accounts`)).json().data[0].state;
    };
    const now = api.clock.now();
    expect(await stateWith({}, 1)).toBe('ready');
    expect(await stateWith({}, 2)).toBe('busy');
    expect(await stateWith({ condition: 'cooling', coolingUntil: now + 1 })).toBe('cooling');
    expect(await stateWith({ condition: 'cooling', coolingUntil: now })).toBe('ready');
    expect(await stateWith({ condition: 'exhausted' })).toBe('exhausted');
    expect(await stateWith({ condition: 'login_required' })).toBe('login_required');
    expect(await stateWith({ condition: 'exhausted', enabled: false })).toBe('disabled');
  });

  it.each([
    ['POST', '', {}, 422],
    ['POST', '', { label: 'x', provider: 'nobody' }, 422],
    ['POST', '', { label: 'x', families: ['nothing'] }, 422],
    ['POST', '', { label: 'x', families: [] }, 422],
    ['POST', '', { label: 'x', concurrency: 0 }, 422],
    ['POST', '', { label: 'x', credits: -1 }, 422],
    ['POST', '', { label: 'taken' }, 409],
    ['PATCH', '/x', {}, 404],
    ['PATCH', '/x', { provider: 'other' }, 422],
    ['DELETE', '/x', undefined, 404],
    ['POST', '/x/test', undefined, 404],
  ] as const)('%s %s %j is %i', async (method, path, payload, status) => {
    const { send } = await start();
    await send('POST', `${admin}/accounts`, { label: 'taken' });
    const answer = await send(method, `${admin}/accounts${path}`, payload);
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([status, ['detail']]);
  });
});

describe('jobs', () => {
  const make = async (api: AdminTestApi, id: string, changes: Partial<Job> = {}): Promise<void> => {
    await api.gateway.accept({
      owner: 'user:us_1',
      origin: 'tasks',
      jobId: id,
      idempotency: null,
      content: null,
      draft: {
        ...{
          model: 'vm_std-2.0',
          family: 'vm_std-2.0',
          mediaType: 'video',
          prompt: `prompt of ${id}`,
          negativePrompt: null,
        },
        ...{
          durationSeconds: 5,
          aspectRatio: '16:9',
          aspectSource: 'default',
          resolution: '1080p',
          generateAudio: true,
          references: [],
        },
      },
      warnings: [],
      whenAccountUnavailable: 'refuse',
    });
    api.gateway.change(id, changes);
  };

  it('of all owners are listed and filtered [admin.jobs.all-owners] [admin.jobs.filters]', async () => {
    const { api, send } = await start();
    await make(api, 'vt_1', { state: 'failed' });
    await make(api, 'ui-2', { owner: 'admin', origin: 'workbench', state: 'outcome_unknown' });
    await make(api, 'vt_3', { accountId: 'ac_1' });
    const ids = async (query: string): Promise<string[]> =>
      (await send('GET', `${admin}/jobs${query}`))
        .json()
        .data.map((job: unknown) => adminJob.strict().parse(job).id);
    expect(await ids('')).toEqual(['vt_3', 'ui-2', 'vt_1']);
    expect(await ids('?state=failed,outcome_unknown')).toEqual(['ui-2', 'vt_1']);
    expect(await ids('?owner=admin')).toEqual(['ui-2']);
    expect(await ids('?account=ac_1')).toEqual(['vt_3']);
    expect(await ids('?text=OF%20VT_1')).toEqual(['vt_1']);
    const first = (await send('GET', `${admin}/jobs?limit=2`)).json();
    expect([first.data.length, first.next_cursor]).toEqual([2, 'ui-2']);
    expect(await ids(`?limit=2&cursor=${first.next_cursor}`)).toEqual(['vt_1']);
  });

  it.each(['state=unknown', 'state=failed,', 'from=yesterday', 'limit=201', 'cursor=vt_9'])(
    '?%s is refused',
    async (query) => {
      const { send } = await start();
      expect((await send('GET', `${admin}/jobs?${query}`)).statusCode).toBe(422);
    },
  );

  it('show their trail, without the handles of the upstream [admin.jobs.trail]', async () => {
    const { api, send } = await start();
    await send('POST', `${admin}/accounts`, { label: 'one' });
    const accountId = [...api.accounts.loadsById.keys()][0] ?? null;
    await make(api, 'vt_1', { accountId });
    api.trail.push({ at: api.clock.now(), what: 'account-refused', detail: { reason: 'cooling' } });
    const answer = await send('GET', `${admin}/jobs/vt_1`);
    const detail = adminJobDetail.strict().parse(answer.json());
    expect(detail.job).toMatchObject({
      id: 'vt_1',
      owner: 'user:us_1',
      account: 'one',
      cost: 20,
      quota: 'reserved',
    });
    expect(detail.trail).toEqual([
      { at: '2026-01-02T03:04:05.678Z', what: 'account-refused', detail: { reason: 'cooling' } },
    ]);
    expect(detail.submissions).toMatchObject([{ correlation_id: 'co_1', has_handle: true }]);
    expect(answer.body).not.toContain('secret');
    expect((await send('GET', `${admin}/jobs/vt_9`)).statusCode).toBe(404);
  });

  it('are checked [admin.jobs.check]', async () => {
    const { api, send, audited } = await start();
    await make(api, 'vt_1');
    const checked = await send('POST', `${admin}/jobs/vt_1/check`);
    expect(checked.json()).toMatchObject({ job: { id: 'vt_1' }, checked: 'record' });
    expect(audited()).toEqual([['job.check', 'vt_1']]);
    expect((await send('POST', `${admin}/jobs/vt_9/check`)).statusCode).toBe(404);
  });

  it('are ruled once, on the record [admin.jobs.resolve] [admin.jobs.resolve-once]', async () => {
    const { api, send } = await start();
    await make(api, 'vt_1', { state: 'outcome_unknown' });
    const rule = (payload: object): ReturnType<typeof send> =>
      send('POST', `${admin}/jobs/vt_1/resolve`, payload);
    expect((await rule({ outcome: 'maybe', note: 'x' })).statusCode).toBe(422);
    expect((await rule({ outcome: 'charged', note: ' ' })).statusCode).toBe(422);
    const ruled = await rule({ outcome: 'not_charged', note: 'the bill shows nothing' });
    expect(ruled.json()).toMatchObject({
      job: { state: 'failed', error: { code: 'outcome_ruled_not_charged' } },
    });
    expect(JSON.parse(api.access.entries.at(-1)?.after ?? '')).toEqual({
      state: 'failed',
      outcome: 'not_charged',
      note: 'the bill shows nothing',
    });
    expect((await rule({ outcome: 'charged', note: 'x' })).statusCode).toBe(409);
    expect(
      (await send('POST', `${admin}/jobs/vt_9/resolve`, { outcome: 'charged', note: 'x' }))
        .statusCode,
    ).toBe(404);
  });
});

describe('audit-log', () => {
  it('tells who changed what, newest first, page by page', async () => {
    const { send } = await start();
    const { id } = (await send('POST', `${admin}/api-users`, { name: 'Alice' })).json().api_user;
    await send('PATCH', `${admin}/api-users/${id}`, { name: 'Bob' });
    const first = (await send('GET', `${admin}/audit-log?limit=1`)).json();
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
    const rest = (await send('GET', `${admin}/audit-log?cursor=${first.next_cursor}`)).json();
    expect(rest.data.map(({ action }: { action: string }) => action)).toEqual([
      'api-user.create',
      'session.login',
    ]);
    expect(rest.next_cursor).toBeNull();
  });
});
