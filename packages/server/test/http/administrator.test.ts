import { TOTP, URI } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonOf, send } from './response.ts';

import { useGateway } from './use-gateway.ts';

const shared = useGateway();
const json = { 'content-type': 'application/json' };
const chosen = 'kassensturz-mohn';

async function logIn(password: string, extra: object = {}) {
  const { localUrl, adminUsername: username } = shared.gateway;
  const body = JSON.stringify({ username, password, ...extra });
  const response = await send(`${localUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: json,
    body,
  });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { response, cookie };
}

function as(cookie: string) {
  return (method: string, path: string, body?: object) =>
    send(`${shared.gateway.localUrl}/api/v1/${path}`, {
      method,
      headers: { ...(body === undefined ? {} : json), cookie },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
}

describe('the administrator of a whole gateway', () => {
  it('[administrator.second-factor.login][administrator.second-factor.once][administrator.password.change] sets up one-time codes, changes the password, and logs in with both', async () => {
    const { adminPassword } = shared.gateway;
    const own = as((await logIn(adminPassword)).cookie);
    const begun = await own('POST', 'admin/second-factor', { current_password: adminPassword });
    const { uri, secret } = z.object({ uri: z.string(), secret: z.string() }).parse(jsonOf(begun));
    const app = URI.parse(uri);
    if (!(app instanceof TOTP)) throw new Error('The address is of another kind of code.');
    const codeAt = (off: number) => app.generate({ timestamp: Date.now() + off * 30_000 });

    const other = as((await logIn(adminPassword)).cookie);
    const confirmed = await own('POST', 'admin/second-factor/confirm', {
      one_time_code: codeAt(-1),
    });
    const codes = z.object({ recovery_codes: z.array(z.string()) }).parse(jsonOf(confirmed));
    expect((await other('GET', 'auth/session')).status).toBe(401);
    const [recovery = '', second = ''] = codes.recovery_codes;

    const without = (await logIn(adminPassword)).response;
    expect([without.status, without.headers.get('x-error-code')]).toEqual([
      401,
      'one_time_code_required',
    ]);
    const one_time_code = codeAt(0);
    expect((await logIn(adminPassword, { one_time_code })).response.status).toBe(200);
    expect((await logIn(adminPassword, { one_time_code })).response.status).toBe(401);

    const change = { current_password: adminPassword, new_password: chosen };
    const weak = { ...change, new_password: 'Password1234!', one_time_code: second };
    const refused = await own('PUT', 'admin/password', weak);
    expect([refused.status, jsonOf(refused)]).toEqual([
      422,
      { detail: 'new_password is common or easily guessed' },
    ]);
    const changed = await own('PUT', 'admin/password', { ...change, one_time_code: recovery });
    expect(changed.status, changed.text).toBe(204);
    expect((await own('GET', 'auth/session')).status).toBe(401);
    expect((await logIn(adminPassword, { one_time_code: codeAt(1) })).response.status).toBe(401);
    const { response, cookie } = await logIn(chosen, { one_time_code: codeAt(1) });
    expect(response.status, response.text).toBe(200);

    const log = (await as(cookie)('GET', 'admin/audit-log?limit=200')).text;
    for (const hidden of [secret, recovery, second, chosen, adminPassword])
      expect(log).not.toContain(hidden);
    for (const action of [
      'second-factor.begin',
      'second-factor.on',
      'second-factor.recovery-code',
      'administrator.password',
      'session.login-failed',
    ])
      expect(log).toContain(`"${action}"`);
  });
});
