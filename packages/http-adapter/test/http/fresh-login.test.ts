import { beforeEach, describe, expect, it } from 'vitest';
import { actsOfFreshLogin } from '../../src/admin-api/fresh-login.ts';
import {
  type AdminTestApi,
  createAdminTestApi,
  credentials,
  type Send,
} from '../doubles/admin-test-api.ts';
import { idOf } from '../doubles/body-of.ts';

const minute = 60_000;
const admin = '/api/v1/admin';

let api: AdminTestApi;
let cookie: string;
let send: Send;
beforeEach(async () => {
  api = await createAdminTestApi();
  cookie = await api.login();
  send = api.as(cookie);
});

type Method = Parameters<Send>[0];
const methods = new Set<string>(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] satisfies Method[]);
const isMethod = (name: string): name is Method => methods.has(name);

function actOf(act: string): readonly [Method, string] {
  const [method = '', path = ''] = act.split(' ');
  if (!isMethod(method)) throw new Error(`${act} has no method.`);
  return [method, `${admin}${path.replace(':id', 'none')}`];
}

/** Returns the body for each act. */
const bodyFor = (act: string) => (act.startsWith('DELETE') ? undefined : { secret: 'another' });

describe('a login that is not fresh', () => {
  it.each(Object.keys(actsOfFreshLogin))(
    '[login.fresh] does not let %s through, and changes nothing',
    async (act) => {
      api.clock.advance(10 * minute);
      api.access.entries.length = 0;
      const response = await send(...actOf(act), bodyFor(act));
      expect([response.statusCode, response.headers['x-error-code']]).toEqual([
        403,
        'reauthentication_required',
      ]);
      expect(response.json()).toEqual({
        detail: expect.stringMatching(/10 minutes.*POST \/api\/v1\/auth\/login.*repeat/),
      });
      expect(api.access.entries).toEqual([]);
    },
  );

  it.each(Object.keys(actsOfFreshLogin))(
    '[login.fresh] becomes one by another login, which lets %s through',
    async (act) => {
      api.clock.advance(10 * minute);
      const again = await send('POST', '/api/v1/auth/login', credentials);
      const next = String(again.headers['set-cookie']).split(';')[0] ?? '';
      api.clock.advance(10 * minute - 1);
      const response = await api.as(next)(...actOf(act), bodyFor(act));
      expect(response.headers['x-error-code']).not.toBe('reauthentication_required');
      expect(response.statusCode).not.toBe(403);
    },
  );

  it('[login.fresh] lets an account be changed as long as its secret is not', async () => {
    const made = await send('POST', `${admin}/accounts`, { label: 'one', endpoint: 'mock' });
    const id = idOf({ json: () => made.json<{ readonly account: unknown }>().account });
    api.clock.advance(11 * minute);
    const change = (body: object) => send('PATCH', `${admin}/accounts/${id}`, body);
    expect((await change({ label: 'two', concurrency: 2 })).statusCode).toBe(200);
    expect((await change({ label: 'three', secret: 'another' })).statusCode).toBe(403);
    expect((await change({ label: 'four' })).statusCode).toBe(200);
  });

  it('[login.fresh] is also one of a clock that was set back', async () => {
    api.clock.advance(-60 * minute);
    expect((await send('PUT', `${admin}/settings`, {})).statusCode).toBe(403);
  });

  it('[login.fresh][login.replaces] replaces the former session, which gives no access any more', async () => {
    const again = await send('POST', '/api/v1/auth/login', credentials);
    expect(again.statusCode).toBe(200);
    expect((await send('GET', `${admin}/sessions`)).statusCode).toBe(401);
    expect(api.access.sessions.size).toBe(1);
    expect(api.endsAnnounced).toBe(1);
  });

  it('[login.fresh][login.replaces] of a wrong password leaves the session as it was', async () => {
    api.clock.advance(11 * minute);
    const wrong = { ...credentials, password: 'wrong' };
    expect((await send('POST', '/api/v1/auth/login', wrong)).statusCode).toBe(401);
    expect((await send('GET', `${admin}/sessions`)).statusCode).toBe(200);
    expect((await send('PUT', `${admin}/settings`, {})).statusCode).toBe(403);
  });
});
