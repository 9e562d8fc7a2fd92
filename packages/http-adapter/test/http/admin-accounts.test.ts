import {
  type AcceptCommand,
  type Account,
  type AccountProbe,
  defaultCatalog,
} from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import {
  accountRecord,
  accountResponse,
  accountTest,
  addedAccount,
} from '../../src/admin-api/schemas/account.ts';
import { pageOf } from '../../src/admin-api/schemas/page.ts';
import { type AdminTestApi, createAdminTestApi, type Send } from '../doubles/admin-test-api.ts';
import { bodyOf } from '../doubles/body-of.ts';

const url = '/api/v1/admin/accounts';

async function start(): Promise<{ readonly api: AdminTestApi; readonly send: Send }> {
  const api = await createAdminTestApi();
  return { api, send: api.as(await api.login()) };
}

async function addAccount(send: Send, body: object = { label: 'one' }): Promise<string> {
  return bodyOf(await send('POST', url, body), accountResponse).account.id;
}

const sampleDraft: AcceptCommand['draft'] = {
  model: 'vm_std-2.0',
  family: 'vm_std-2.0',
  mediaType: 'video',
  prompt: 'a boat',
  negativePrompt: null,
  durationSeconds: 5,
  aspectRatio: '16:9',
  aspectSource: 'default',
  resolution: '1080p',
  generateAudio: true,
  references: [],
};

async function acceptSample(api: AdminTestApi, jobId: string): Promise<void> {
  await api.gateway.accept({
    owner: 'user:us_1',
    surface: 'tasks',
    jobId,
    idempotency: null,
    content: null,
    draft: sampleDraft,
    warnings: [],
    whenAccountUnavailable: 'refuse',
  });
}

describe('accounts', () => {
  it('[providers.money.budget] count in the unit of their endpoint, and have the budget an operator sets', async () => {
    const { send } = await start();
    const budget = { amount: 5_000_000, per: 'month' };
    const body = { label: 'one', endpoint: 'other', budget };
    const { account: made } = bodyOf(await send('POST', url, body), accountResponse);
    const nothing = { day: 0, month: 0, ever: 0 };
    expect(made).toMatchObject({ unit: 'usd', budget, paid: nothing });
    const path = `${url}/${made.id}`;
    const freed = await send('PATCH', path, { budget: null });
    expect(bodyOf(freed, accountResponse).account.budget).toBeNull();
    for (const wrong of [{ amount: 1 }, { amount: 0.5, per: 'day' }, { amount: 1, per: 'hour' }])
      expect((await send('PATCH', path, { budget: wrong })).statusCode).toBe(422);
    const { account: other } = bodyOf(await send('POST', url, { label: 'two' }), accountResponse);
    expect(other).toMatchObject({ unit: 'credits', budget: null });
  });

  it('are added, changed, tested and removed, on the record [admin.accounts.manage] [admin.accounts.record]', async () => {
    const { api, send } = await start();
    const body = { label: 'one', families: ['vidA'], concurrency: 3 };
    const made = await send('POST', url, body);
    expect(made.statusCode).toBe(201);
    const { account: added, test } = bodyOf(made, addedAccount.strict());
    expect(test).toMatchObject({ result: 'ready', is_assumed: false, reason: null });
    const { id } = added;
    expect(added).toMatchObject({ ...body, endpoint: 'mock', state: 'ready', has_secret: false });
    const changed = await send('PATCH', `${url}/${id}`, { enabled: false, credits: 7 });
    expect(bodyOf(changed, accountResponse).account).toMatchObject({
      state: 'disabled',
      credits: 7,
    });
    api.probe = { kind: 'probed', probe: { kind: 'login-required' }, reason: null };
    const tested = bodyOf(await send('POST', `${url}/${id}/test`), accountTest.strict());
    expect(tested).toMatchObject({ result: 'login_required', credits: null, account: { id } });
    const removed = await send('DELETE', `${url}/${id}`);
    expect([removed.statusCode, removed.body]).toEqual([204, '']);
    expect((await send('GET', url)).json()).toEqual({ data: [], next_cursor: null });
    const actions = api.access.entries.map(({ action, target }) => [action, target]);
    expect(actions.slice(1)).toEqual(
      ['add', 'edit', 'test', 'remove'].map((what) => [`account.${what}`, id]),
    );
  });

  it('take secrets and never give them out [admin.accounts.secret]', async () => {
    const { api, send } = await start();
    const made = await send('POST', url, { label: 'one', secret: 'top secret' });
    const { id, has_secret: hasSecret } = bodyOf(made, accountResponse).account;
    expect(hasSecret).toBe(true);
    expect(api.accounts.sealedSecrets.get(id)).toBe(`sealed for ${id}: 10`);
    const changed = await send('PATCH', `${url}/${id}`, { secret: 'another one' });
    expect(api.accounts.sealedSecrets.get(id)).toBe(`sealed for ${id}: 11`);
    const list = await send('GET', url);
    const seen = [made.body, changed.body, list.body];
    const kept = JSON.stringify([api.access.entries, api.log.events]);
    expect([...seen, kept].join('\n')).not.toMatch(/top secret|another one|sealed/);
    expect(kept).toContain(String.raw`\"secret\":\"changed\"`);
  });

  it('[pool.asked-for-account-removed] say in the audit log how many jobs failed with them', async () => {
    const { api, send } = await start();
    const id = await addAccount(send);
    api.endedJobs = 3;
    expect((await send('DELETE', `${url}/${id}`)).statusCode).toBe(204);
    const { action, after } = api.access.entries.at(-1) ?? {};
    expect([action, after]).toEqual(['account.remove', '{"ended_jobs":3}']);
  });

  it('[admin.accounts.delete-needed] stay while jobs of a lost past may have been sent by them', async () => {
    const { api, send } = await start();
    const id = await addAccount(send);
    api.lostJobs = 2;
    const refused = await send('DELETE', `${url}/${id}`);
    expect([refused.statusCode, refused.headers['x-error-code']]).toEqual([409, 'account_needed']);
    expect(refused.json()).toEqual({
      detail:
        '2 jobs from before the data loss may have been sent with this account. Disable the account instead, or remove it after the outcome is resolved.',
    });
    expect(api.accounts.loadsById.has(id)).toBe(true);
  });

  it('drain before they go [admin.accounts.delete-drains]', async () => {
    const { api, send } = await start();
    const id = await addAccount(send);
    const load = api.accounts.loadsById.get(id);
    if (load !== undefined) api.accounts.loadsById.set(id, { ...load, busy: 2 });
    const removed = await send('DELETE', `${url}/${id}`);
    expect(removed.statusCode).toBe(202);
    expect(bodyOf(removed, accountResponse.strict()).account.state).toBe('draining');
  });

  it.each<readonly [changes: Partial<Account>, busy: number, state: string]>([
    [{}, 1, 'ready'],
    [{}, 2, 'busy'],
    [{ condition: 'cooling', coolingUntil: Date.UTC(2026, 0, 3) }, 0, 'cooling'],
    [{ condition: 'cooling', coolingUntil: Date.UTC(2026, 0, 1) }, 0, 'ready'],
    [{ condition: 'exhausted' }, 0, 'exhausted'],
    [{ condition: 'login_required' }, 0, 'login_required'],
    [{ condition: 'login_required', awaitsTest: true }, 0, 'login_required'],
    [{ awaitsTest: true }, 0, 'untested'],
    [{ families: ['gone'] }, 2, 'makes_nothing'],
    [{ endpoint: 'nowhere', condition: 'exhausted' }, 0, 'makes_nothing'],
    [{ endpoint: 'nowhere', enabled: false }, 0, 'disabled'],
    [{ condition: 'exhausted', enabled: false }, 0, 'disabled'],
  ])('say why they take no work: %j with %i busy is %s', async (changes, busy, state) => {
    const { api, send } = await start();
    const id = await addAccount(send, { label: 'one', concurrency: 2 });
    const load = api.accounts.loadsById.get(id);
    if (load === undefined) throw new Error('no account');
    api.accounts.loadsById.set(id, { ...load, busy, account: { ...load.account, ...changes } });
    const { data } = bodyOf(await send('GET', url), pageOf(accountRecord).strict());
    expect(data.map((one) => one.state)).toEqual([state]);
  });

  it.each([
    [{}, 422],
    [{ label: 'x', endpoint: 'nobody' }, 422],
    [{ label: 'x', families: ['nothing'] }, 422],
    [{ label: 'x', families: [] }, 422],
    [{ label: 'x', concurrency: 0 }, 422],
    [{ label: 'x', credits: -1 }, 422],
    [{ label: 'x', secret: '' }, 422],
    [{ label: 'x', without_test: false }, 422],
    [{ label: 'taken' }, 409],
  ] as const)('%j is %i', async (body, status) => {
    const { send } = await start();
    await addAccount(send, { label: 'taken' });
    const response = await send('POST', url, body);
    expect([response.statusCode, Object.keys(response.json())]).toEqual([status, ['detail']]);
  });

  it('keep their provider', async () => {
    const { send } = await start();
    const id = await addAccount(send);
    expect((await send('PATCH', `${url}/${id}`, { endpoint: 'other' })).statusCode).toBe(422);
  });

  it('that do not exist are 404', async () => {
    const { send } = await start();
    const responses = [
      await send('PATCH', `${url}/x`, {}),
      await send('DELETE', `${url}/x`),
      await send('POST', `${url}/x/test`),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
  });

  it('list the choices for a new one [admin.account-options]', async () => {
    const api = await createAdminTestApi();
    const send = api.as(await api.login());
    const response = await send('GET', '/api/v1/admin/account-options');
    expect(response.json()).toEqual({
      providers: ['mock', 'other'],
      families: defaultCatalog.families.map(({ id, displayName }) => ({
        id,
        display_name: displayName,
      })),
      provider_details: [
        {
          id: 'other',
          protocol: 'reel',
          origin: 'https://reel.example',
          credential: [{ name: 'api_key', secret: true }],
          unit: 'tokens',
          finds_by: 'list',
          images_at_once: false,
          charges: 'success',
          families: ['vidA'],
          catalog: 'reel',
          can_be_tested: true,
          docs_read: '2026-11-22',
        },
      ],
    });
  });

  it('[admin.accounts.tested-first] a new account takes no job until its login was accepted, or an operator waives the test', async () => {
    const { api, send } = await start();
    const add = async (label: string, body: object = {}) =>
      bodyOf(await send('POST', url, { label, ...body }), addedAccount.strict());
    const found = async (probe: AccountProbe) => {
      api.probe = { kind: 'probed', probe, reason: null };
      const { account, test } = await add(probe.kind + String('isAssumed' in probe));
      return [account.state, test?.result, test?.is_assumed, account.makes[0]?.free];
    };
    const assumed = { kind: 'ready', credits: null, isAssumed: true } as const;
    expect([
      await found({ kind: 'ready', credits: 5 }),
      await found({ kind: 'login-required' }),
      await found({ kind: 'unreadable' }),
      await found(assumed),
    ]).toEqual([
      ['ready', 'ready', false, 1],
      ['login_required', 'login_required', false, 0],
      ['untested', 'unreadable', false, 0],
      ['untested', 'ready', true, 0],
    ]);
    const trusted = await add('trusted', { without_test: true });
    expect([trusted.account.state, trusted.test]).toEqual(['ready', null]);
    const { account: waiting } = await add('waiting');
    const change = { without_test: true };
    const let_in = await send('PATCH', `${url}/${waiting.id}`, change);
    expect(bodyOf(let_in, accountResponse).account.state).toBe('ready');
    expect(api.access.entries.at(-1)?.after).toContain('"without_test":true');
  });

  it('[admin.accounts.tested-first] another secret is no test', async () => {
    const { api, send } = await start();
    api.probe = { kind: 'probed', probe: { kind: 'login-required' }, reason: null };
    const made = bodyOf(await send('POST', url, { label: 'one', secret: 'wrong' }), addedAccount);
    const path = `${url}/${made.account.id}`;
    const load = api.accounts.loadsById.get(made.account.id);
    expect(load?.account.awaitsTest).toBe(true);
    await send('PATCH', path, { secret: 'right' });
    expect(api.accounts.loadsById.get(made.account.id)?.account.awaitsTest).toBe(true);
    api.probe = { kind: 'probed', probe: { kind: 'ready', credits: null }, reason: null };
    const tested = bodyOf(await send('POST', `${path}/test`), accountTest);
    expect(tested.account.state).toBe('ready');
  });

  it('[admin.accounts.slots] report what they can make, the open slots for each, and until when unknown outcomes hold some', async () => {
    const { api, send } = await start();
    const body = { label: 'one', families: ['vidA', 'vidD'], concurrency: 5 };
    const { account: idle } = bodyOf(await send('POST', url, body), addedAccount);
    expect(idle).toMatchObject({ busy_unknown: 0, unknown_until: null });
    expect(idle.makes).toEqual([
      { family: 'vidA', free: 5 },
      { family: 'vidD', free: 5 },
    ]);
    const load = api.accounts.loadsById.get(idle.id);
    if (load === undefined) throw new Error('no account');
    api.accounts.loadsById.set(idle.id, { ...load, busy: 4, busyUnknown: 2 });
    const unknownSince = Date.UTC(2026, 0, 2);
    const since = { a: unknownSince, b: unknownSince + 60_000, c: unknownSince + 90_000 };
    for (const [id, at] of Object.entries(since)) {
      const holdsSlot = id !== 'c';
      await acceptSample(api, id);
      const changes = { unknownSince: at, holdsSlot, accountId: idle.id };
      api.gateway.change(id, { state: 'outcome_unknown', ...changes });
    }
    const { data } = bodyOf(await send('GET', url), pageOf(accountRecord).strict());
    const until = new Date(since.b + api.status.unknownSlotMs()).toISOString();
    expect(data[0]).toMatchObject({ busy: 4, busy_unknown: 2, unknown_until: until });
    expect(data[0]?.makes.map(({ free }) => free)).toEqual([1, 1]);
  });

  it('[providers.desk.test-reason] a probe of an account reports why it failed, and that nothing could be queried', async () => {
    const { api, send } = await start();
    const id = await addAccount(send, { label: 'one' });
    const look = async (probe: typeof api.probe) => {
      api.probe = probe;
      const { account: _account, ...said } = bodyOf(
        await send('POST', `${url}/${id}/test`),
        accountTest.strict(),
      );
      return said;
    };
    const reported = { credits: null, is_assumed: false, reason: null };
    expect(
      await look({ kind: 'probed', probe: { kind: 'unreadable' }, reason: 'answered 502' }),
    ).toEqual({ ...reported, result: 'unreadable', reason: 'answered 502' });
    const assumed = { kind: 'ready', credits: null, isAssumed: true } as const;
    expect(await look({ kind: 'probed', probe: assumed, reason: null })).toEqual({
      ...reported,
      result: 'ready',
      is_assumed: true,
    });
  });

  it('[providers.places.key-in-use] keep a secret that jobs in flight can be read with alone, unless it is forced on the record', async () => {
    const { api, send } = await start();
    const id = await addAccount(send, { label: 'one', endpoint: 'other', secret: 'first' });
    const mock = await addAccount(send, { label: 'two', endpoint: 'mock', secret: 'first' });
    for (const [key, load] of api.accounts.loadsById) {
      api.accounts.loadsById.set(key, { ...load, busy: 2 });
    }
    const refused = await send('PATCH', `${url}/${id}`, { secret: 'second' });
    expect([refused.statusCode, refused.headers['x-error-code']]).toEqual([409, 'key_in_use']);
    expect(refused.json()).toEqual({ detail: expect.stringMatching(/^2 jobs in progress/) });
    expect(api.accounts.sealedSecrets.get(id)).toBe(`sealed for ${id}: 5`);
    expect((await send('PATCH', `${url}/${id}`, { label: 'other' })).statusCode).toBe(200);
    expect((await send('PATCH', `${url}/${mock}`, { secret: 'second' })).statusCode).toBe(200);
    const forced = await send('PATCH', `${url}/${id}`, { secret: 'second', force: true });
    expect(forced.statusCode).toBe(200);
    expect(api.accounts.sealedSecrets.get(id)).toBe(`sealed for ${id}: 6`);
    expect(api.access.entries.at(-1)?.after).toContain('"force":true');
  });
});
