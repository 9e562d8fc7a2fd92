import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonOf, send } from './response.ts';
import { adminListOf } from './shapes.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
const entrySchema = z.strictObject({
  id: z.string(),
  time: z.iso.datetime(),
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  address: z.string().nullable(),
  session_id: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});

async function entries(query = 'limit=200'): Promise<readonly z.infer<typeof entrySchema>[]> {
  const response = await shared.gateway.adminFetch(`audit-log?${query}`);
  expect(response.text).not.toContain('canary');
  return adminListOf(entrySchema).parse(jsonOf(response)).data;
}

describe('the audit log', () => {
  it('[admin.audit-log][invariants.i13-no-secret-leaves] records who changed what, with both values, newest first', async () => {
    const { gateway } = shared;
    const { id: userId } = await gateway.createApiUser({ name: 'Anna' });
    await gateway.adminSend('PATCH', `api-users/${userId}`, { total_limit: 5 });
    await gateway.adminFetch(`api-users/${userId}/rotate`, { method: 'POST' });
    const account = await gateway.addAccount({ label: 'audited', secret: 'canary-secret' });
    const path = `accounts/${account.id}`;
    await gateway.adminSend('PATCH', path, { secret: 'canary-secret-2', enabled: false });
    await gateway.adminFetch(path, { method: 'DELETE' });
    const seen = await entries('limit=6');
    expect(seen.map(({ actor, action, target }) => ({ actor, action, target }))).toEqual([
      { actor: 'admin', action: 'account.remove', target: account.id },
      { actor: 'admin', action: 'account.edit', target: account.id },
      { actor: 'admin', action: 'account.add', target: account.id },
      { actor: 'admin', action: 'api-user.rotate', target: userId },
      { actor: 'admin', action: 'api-user.edit', target: userId },
      { actor: 'admin', action: 'api-user.create', target: userId },
    ]);
    const [removed, edited, , , limited, created] = seen;
    expect(removed).toMatchObject({ before: { label: 'audited' }, after: null });
    expect(edited).toMatchObject({
      before: { enabled: true },
      after: { enabled: false, secret: 'changed' },
    });
    expect(limited).toMatchObject({ before: { total_limit: null }, after: { total_limit: 5 } });
    expect(created).toMatchObject({ before: null, after: { name: 'Anna' } });
  });

  it('[admin.audit-log] has logins and logouts, and nothing for what was refused', async () => {
    const { gateway } = shared;
    const { adminUsername: username, adminPassword: password, localUrl } = gateway;
    const before = (await entries()).length;
    await gateway.adminSend('POST', 'api-users', { name: '' });
    const login = await send(`${localUrl}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    await send(`${localUrl}/api/v1/auth/logout`, { method: 'POST', headers: { cookie } });
    const seen = await entries();
    expect(seen).toHaveLength(before + 2);
    expect(seen.slice(0, 2).map(({ action }) => action)).toEqual([
      'session.logout',
      'session.login',
    ]);
  });

  it('[admin.audit-log.filters] is filtered by who, what and on what', async () => {
    const { gateway } = shared;
    const { id } = await gateway.createApiUser({ name: 'Filtered' });
    await gateway.adminSend('PATCH', `api-users/${id}`, { total_limit: 5 });
    const actions = async (query: string) =>
      (await entries(`target=${id}&${query}`)).map(({ action }) => action);
    expect(await actions('')).toEqual(['api-user.edit', 'api-user.create']);
    expect(await actions('limit=1')).toEqual(['api-user.edit']);
    expect(await actions('action=api-user.create')).toEqual(['api-user.create']);
    expect(await actions('action=api-user.create,api-user.edit')).toHaveLength(2);
    expect(await actions('action=api-user')).toEqual([]);
    expect(await actions('actor=admin')).toHaveLength(2);
    expect(await actions('actor=nobody')).toEqual([]);
    expect(await actions('actor=nobody&action=api-user.edit')).toEqual([]);
  });

  it('[admin.audit-log][admin.list-shape] is read page by page', async () => {
    const all = (await entries()).map(({ id }) => id);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const response = await shared.gateway.adminFetch(`audit-log?limit=2${query}`);
      const page = adminListOf(entrySchema).parse(jsonOf(response));
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(all);
  });
});
