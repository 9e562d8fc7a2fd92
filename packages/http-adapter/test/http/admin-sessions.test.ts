import { describe, expect, it } from 'vitest';
import { auditEntry } from '../../src/admin-api/routes/audit-log.ts';
import { openSession } from '../../src/admin-api/schemas/session.ts';
import { pageOf } from '../../src/admin-api/schemas/page.ts';
import { type AdminTestApi, createAdminTestApi, type Send } from '../doubles/admin-test-api.ts';
import { bodyOf } from '../doubles/body-of.ts';

const url = '/api/v1/admin/sessions';
const minute = 60_000;

interface Person {
  readonly cookie: string;
  readonly send: Send;
}

async function logIn(api: AdminTestApi): Promise<Person> {
  const cookie = await api.login();
  return { cookie, send: api.as(cookie) };
}

async function list(send: Send) {
  return bodyOf(await send('GET', url), pageOf(openSession.strict()).strict()).data;
}

async function isIn({ send }: Person): Promise<boolean> {
  return (await send('GET', '/api/v1/auth/session')).statusCode === 200;
}

async function ownId({ send }: Person): Promise<string> {
  return (await list(send)).find(({ current }) => current)?.id ?? 'none';
}

async function audited(send: Send) {
  const page = pageOf(auditEntry);
  return bodyOf(await send('GET', '/api/v1/admin/audit-log?limit=200'), page).data;
}

describe('open sessions', () => {
  it('[admin.sessions.list] are listed last seen first, with the one that asks marked', async () => {
    const api = await createAdminTestApi();
    const first = await logIn(api);
    api.clock.advance(minute);
    const second = await logIn(api);
    api.clock.advance(minute);
    const [one, other, ...rest] = await list(first.send);
    expect(rest).toEqual([]);
    expect(one).toEqual({
      id: one?.id,
      username: 'admin',
      created_at: '2026-01-02T03:04:05.678Z',
      last_seen_at: '2026-01-02T03:06:05.678Z',
      idle_until: '2026-01-02T03:36:05.678Z',
      expires_at: '2026-01-02T15:04:05.678Z',
      current: true,
    });
    expect(other).toMatchObject({ last_seen_at: '2026-01-02T03:05:05.678Z', current: false });
    api.clock.advance(minute);
    expect((await list(second.send)).map(({ current }) => current)).toEqual([true, false]);
  });

  it('[admin.sessions.list] leave the list when they end by themselves', async () => {
    const api = await createAdminTestApi();
    await logIn(api);
    api.clock.advance(29 * minute);
    const late = await logIn(api);
    expect(await list(late.send)).toHaveLength(2);
    api.clock.advance(minute);
    expect(await list(late.send)).toHaveLength(1);
  });

  it('[admin.sessions.id-opens-nothing] have an id that opens nothing', async () => {
    const api = await createAdminTestApi();
    const person = await logIn(api);
    const id = await ownId(person);
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    const [digest = ''] = [...api.access.sessions.keys()];
    expect(digest.startsWith(id)).toBe(true);
    for (const guess of [id, digest]) {
      const send = api.as(`filmgate_session=${guess}`);
      expect((await send('GET', url)).statusCode).toBe(401);
    }
    expect((await person.send('GET', url)).body).not.toContain('session-');
  });

  it('[admin.sessions.end] [admin.sessions.audited] are ended one by one, at once', async () => {
    const api = await createAdminTestApi();
    const [own, other, third] = [await logIn(api), await logIn(api), await logIn(api)];
    const id = await ownId(other);
    const announced = api.endsAnnounced;
    const response = await own.send('DELETE', `${url}/${id}`);
    expect([response.statusCode, response.body, response.headers['set-cookie']]).toEqual([
      204,
      '',
      undefined,
    ]);
    expect(api.endsAnnounced).toBe(announced + 1);
    expect([await isIn(own), await isIn(other), await isIn(third)]).toEqual([true, false, true]);
    const [entry] = await audited(own.send);
    expect(entry).toMatchObject({
      actor: 'admin',
      action: 'session.end',
      target: id,
      before: { username: 'admin', current: false },
      after: null,
    });
    const again = await own.send('DELETE', `${url}/${id}`);
    expect([again.statusCode, again.json()]).toEqual([404, { detail: expect.any(String) }]);
    expect(await audited(own.send)).toHaveLength(4);
  });

  it('[admin.sessions.end] the own one may be ended too, and its cookie goes', async () => {
    const api = await createAdminTestApi();
    const own = await logIn(api);
    const response = await own.send('DELETE', `${url}/${await ownId(own)}`);
    expect([response.statusCode, response.headers['set-cookie']]).toEqual([
      204,
      expect.stringContaining('Max-Age=0'),
    ]);
    expect(await isIn(own)).toBe(false);
  });

  it('[admin.sessions.end] a name that is too short or too long for a session ends nothing', async () => {
    const api = await createAdminTestApi();
    const [own, other] = [await logIn(api), await logIn(api)];
    const id = await ownId(other);
    const [digest = ''] = [...api.access.sessions.keys()];
    for (const name of [id.slice(0, 23), `${id}0`, digest, id.toUpperCase(), '%20'])
      expect((await own.send('DELETE', `${url}/${name}`)).statusCode).toBe(404);
    expect(await isIn(other)).toBe(true);
  });

  it('[admin.sessions.end-others] [admin.sessions.audited] are ended all but the own, even more than one page lists', async () => {
    const api = await createAdminTestApi();
    const own = await logIn(api);
    const others = [await logIn(api), await logIn(api)];
    const now = api.clock.now();
    for (let number = 0; number < 1500; number += 1)
      await api.access.openSession({
        idDigest: `${String(number).padStart(24, '0')}…`,
        username: 'admin',
        createdAt: now,
        lastSeenAt: now,
        expiresAt: now + minute,
      });
    const response = await own.send('DELETE', url);
    expect([response.statusCode, response.json()]).toEqual([200, { ended: 1502 }]);
    expect(await Promise.all(others.map(isIn))).toEqual([false, false]);
    expect(await list(own.send)).toHaveLength(1);
    expect(api.access.entries.filter(({ action }) => action === 'session.end')).toHaveLength(1502);
    expect((await own.send('DELETE', url)).json()).toEqual({ ended: 0 });
  });

  it('are for those only who are logged in', async () => {
    const api = await createAdminTestApi();
    const other = await logIn(api);
    const visitor = api.as('');
    for (const response of [
      await visitor('GET', url),
      await visitor('DELETE', url),
      await visitor('DELETE', `${url}/${await ownId(other)}`),
    ])
      expect([response.statusCode, Object.keys(response.json())]).toEqual([401, ['detail']]);
    expect(await isIn(other)).toBe(true);
  });
});
