import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openSession } from '../../src/admin-api/schemas/session.ts';
import { pageOf } from '../../src/admin-api/schemas/page.ts';
import { type AdminTestApi, createAdminTestApi, credentials } from '../doubles/admin-test-api.ts';
import { bodyOf } from '../doubles/body-of.ts';

const admin = '/api/v1/admin';
const code = '123456';
const newPassword = 'kassensturz-mohn';
const failedLogin = z.strictObject({ reason: z.string(), failures: z.int() });

async function start() {
  const api = await createAdminTestApi();
  const cookie = await api.login();
  return { api, cookie, send: api.as(cookie) };
}

function logIn(api: AdminTestApi, extra: object = {}) {
  return api.as('')('POST', '/api/v1/auth/login', { ...credentials, ...extra });
}

async function withCodes() {
  const started = await start();
  const { send } = started;
  const current = { current_password: credentials.password };
  expect((await send('POST', `${admin}/second-factor`, current)).statusCode).toBe(200);
  const confirmed = await send('POST', `${admin}/second-factor/confirm`, { one_time_code: code });
  expect(confirmed.json()).toEqual({ recovery_codes: ['recovery'] });
  return started;
}

const actions = (api: AdminTestApi) => api.access.entries.map(({ action }) => action);
const errorOf = ({ headers, statusCode }: LightMyRequestResponse) => [
  statusCode,
  headers['x-error-code'],
];

describe('the second factor', () => {
  it('[administrator.second-factor.login] is asked for at login, by a code in a header of the 401', async () => {
    const { api } = await withCodes();
    const without = await logIn(api);
    expect(errorOf(without)).toEqual([401, 'one_time_code_required']);
    expect(Object.keys(without.json())).toEqual(['detail']);
    expect(without.headers['set-cookie']).toBeUndefined();
    expect(errorOf(await logIn(api, { one_time_code: '000000' }))).toEqual([
      401,
      'one_time_code_wrong',
    ]);
    expect(errorOf(await logIn(api, { one_time_code: code, password: 'wrong' }))).toEqual([
      401,
      'login_failed',
    ]);
    expect((await logIn(api, { one_time_code: code })).statusCode).toBe(200);
    expect((await logIn(api, { one_time_code: 'x'.repeat(65) })).statusCode).toBe(422);
  });

  it('[administrator.second-factor.throttle] counts wrong codes like wrong passwords, and a right password alone clears nothing', async () => {
    const { api } = await withCodes();
    const statuses = [];
    for (const extra of [
      { one_time_code: '1' },
      {},
      { one_time_code: '2' },
      {},
      { one_time_code: '3' },
    ])
      statuses.push((await logIn(api, extra)).statusCode);
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    expect(errorOf(await logIn(api, { one_time_code: code }))).toEqual([429, 'login_throttled']);
  });

  it('[administrator.second-factor.set-up] begins with the password, and ends the other sessions once confirmed', async () => {
    const { api, send } = await start();
    const other = api.as(await api.login());
    const begin = (password: string) =>
      send('POST', `${admin}/second-factor`, { current_password: password });
    expect(errorOf(await begin('wrong'))).toEqual([403, 'confirmation_failed']);
    expect((await send('GET', '/api/v1/auth/session')).statusCode).toBe(200);
    const begun = await begin(credentials.password);
    expect(begun.json()).toEqual({ secret: 'SECRET', uri: 'otpauth://totp/admin' });
    const state = () => send('GET', `${admin}/second-factor`);
    expect((await state()).json()).toEqual({ state: 'unconfirmed', recovery_codes_left: 0 });
    const confirm = (one_time_code: string) =>
      send('POST', `${admin}/second-factor/confirm`, { one_time_code });
    expect((await confirm('000000')).statusCode).toBe(422);
    expect((await other('GET', '/api/v1/auth/session')).statusCode).toBe(200);
    expect((await confirm('123 456')).statusCode).toBe(200);
    expect((await other('GET', '/api/v1/auth/session')).statusCode).toBe(401);
    expect((await state()).json()).toEqual({ state: 'on', recovery_codes_left: 1 });
    expect(errorOf(await confirm(code))).toEqual([409, 'second_factor_state']);
    expect(errorOf(await begin(credentials.password))).toEqual([409, 'second_factor_state']);
    expect(JSON.stringify([api.access.entries, api.log.events])).not.toMatch(
      /SECRET|recovery"|correct horse/,
    );
  });

  it('[administrator.second-factor.removal] is removed with password and code', async () => {
    const { api, send } = await withCodes();
    const remove = (body: object) => send('POST', `${admin}/second-factor/remove`, body);
    const current = { current_password: credentials.password };
    expect(errorOf(await remove(current))).toEqual([401, 'one_time_code_required']);
    expect(errorOf(await remove({ ...current, one_time_code: '0' }))).toEqual([
      401,
      'one_time_code_wrong',
    ]);
    expect(errorOf(await remove({ current_password: 'x', one_time_code: code }))).toEqual([
      403,
      'confirmation_failed',
    ]);
    expect((await remove({ ...current, one_time_code: code })).statusCode).toBe(204);
    expect((await logIn(api)).statusCode).toBe(200);
    expect(errorOf(await remove(current))).toEqual([409, 'second_factor_state']);
    expect(actions(api)).toContain('second-factor.off');
  });

  it('[administrator.second-factor.recovery] lets in by a recovery code once, on the record', async () => {
    const { api } = await withCodes();
    expect((await logIn(api, { one_time_code: 'recovery' })).statusCode).toBe(200);
    expect(errorOf(await logIn(api, { one_time_code: 'recovery' }))).toEqual([
      401,
      'one_time_code_wrong',
    ]);
    expect(actions(api)).toContain('second-factor.recovery-code');
  });
});

describe('the password', () => {
  const change = (send: ReturnType<AdminTestApi['as']>, body: object = {}) =>
    send('PUT', `${admin}/password`, {
      current_password: credentials.password,
      new_password: newPassword,
      ...body,
    });

  it('[administrator.password.change] is changed, which ends all other sessions, on the record', async () => {
    const { api, send } = await start();
    const other = api.as(await api.login());
    const changed = await change(send);
    expect(changed.statusCode).toBe(204);
    const cookie = String(changed.headers['set-cookie']).split(';')[0] ?? '';
    const open = await api.as(cookie)('GET', `${admin}/sessions`);
    expect(bodyOf(open, pageOf(openSession)).data).toHaveLength(1);
    for (const former of [send, other])
      expect((await former('GET', '/api/v1/auth/session')).statusCode).toBe(401);
    expect((await logIn(api)).statusCode).toBe(401);
    expect((await logIn(api, { password: newPassword })).statusCode).toBe(200);
    expect(actions(api)).toContain('administrator.password');
    expect(JSON.stringify([api.access.entries, api.log.events])).not.toContain(newPassword);
  });

  it.each([
    ['x'.repeat(11), 'new_password must have at least 12 characters'],
    ['é'.repeat(513), 'new_password must have at most 1024 bytes'],
    ['password of everybody', 'new_password is common or easily guessed'],
    [7, 'new_password must be a string'],
  ])('[administrator.password.common] %j is refused', async (new_password, detail) => {
    const { api, send } = await start();
    const response = await change(send, { new_password });
    expect([response.statusCode, response.json()]).toEqual([422, { detail }]);
    expect((await logIn(api)).statusCode).toBe(200);
  });

  it('[administrator.password.change] needs the current one, whose failures count', async () => {
    const { api, send } = await start();
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(errorOf(await change(send, { current_password: 'wrong' }))).toEqual([
        403,
        'confirmation_failed',
      ]);
    expect(errorOf(await change(send))).toEqual([429, 'login_throttled']);
    expect((await logIn(api)).statusCode).toBe(429);
  });

  it('[administrator.password.change] needs a one-time code where there is a second factor', async () => {
    const { send } = await withCodes();
    expect(errorOf(await change(send))).toEqual([401, 'one_time_code_required']);
    expect((await change(send, { one_time_code: code })).statusCode).toBe(204);
  });
});

describe('failed logins', () => {
  const wrong = { password: 'canary-password' };

  async function failedEntries(api: AdminTestApi) {
    return api.access.entries
      .filter(({ action }) => action === 'session.login-failed')
      .map(({ actor, target, after }) => [
        actor,
        target,
        failedLogin.parse(JSON.parse(after ?? 'null')),
      ]);
  }

  it('[administrator.failed-logins] are audited, throttled ones too, few entries however many there are', async () => {
    const { api } = await start();
    for (let attempt = 0; attempt < 120; attempt += 1) await logIn(api, wrong);
    expect(await failedEntries(api)).toEqual([
      ['admin', '127.0.0.1', { reason: 'credentials', failures: 1 }],
      ['admin', '127.0.0.1', { reason: 'throttled', failures: 10 }],
      ['admin', '127.0.0.1', { reason: 'throttled', failures: 100 }],
    ]);
    api.clock.advance(15 * 60_000);
    await logIn(api, wrong);
    expect(await failedEntries(api)).toHaveLength(4);
  });

  it('[administrator.failed-logins] keep no password, and no name that is not the administrator’s', async () => {
    const { api } = await start();
    await logIn(api, { ...wrong, username: 'canary-name' });
    expect(await failedEntries(api)).toEqual([
      ['unknown name', '127.0.0.1', { reason: 'credentials', failures: 1 }],
    ]);
    expect(JSON.stringify(api.access.entries)).not.toContain('canary');
  });

  it('[administrator.failed-logins] of thousands of address blocks are some entries', async () => {
    const { api } = await start();
    for (let block = 0; block < 2_000; block += 1) {
      await api.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        headers: { host: 'localhost:8787' },
        payload: { ...credentials, ...wrong },
        remoteAddress: `2001:db8:${block.toString(16)}::1`,
      });
    }
    const entries = await failedEntries(api);
    expect(entries.length).toBeLessThanOrEqual(55);
    expect(entries.at(-1)).toEqual([
      'admin',
      'other addresses',
      { reason: 'credentials', failures: 1_000 },
    ]);
  });
});
