import { describe, expect, it } from 'vitest';
import { createAdminTestApi } from '../doubles/admin-test-api.ts';

const admin = '/api/v1/admin';
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
const strangers = [
  {},
  { authorization: 'Bearer fg_user_key' },
  { 'x-api-key': 'k' },
  { cookie: 'filmgate_session=guess' },
];

describe('every admin route', () => {
  it.each(routes)('%s %s needs a session [admin.session-required]', async (method, url) => {
    const { app } = await createAdminTestApi();
    for (const stranger of strangers) {
      const headers = { host: 'localhost:8787', ...stranger };
      const response = await app.inject({ method, url: admin + url, headers });
      expect([response.statusCode, response.json()]).toEqual([401, { detail: 'Log in first.' }]);
    }
  });

  it.each([
    ['GET', `${admin}/nope`, 404],
    ['GET', admin, 404],
    ['POST', '/api/v1/auth/nope', 404],
    ['GET', `${admin}/jobs/`, 404],
    ['DELETE', `${admin}/api-users`, 405],
    ['GET', `${admin}/api-users/x`, 405],
    ['GET', '/api/v1/auth/login', 405],
  ] as const)('%s %s is %i with a detail [admin.errors-detail]', async (method, url, status) => {
    const { app } = await createAdminTestApi();
    const response = await app.inject({ method, url });
    expect([response.statusCode, Object.keys(response.json())]).toEqual([status, ['detail']]);
  });

  it.each([
    ['application/json', 400],
    ['text/plain', 415],
  ] as const)('a malformed body of %s is %i with a detail', async (contentType, status) => {
    const api = await createAdminTestApi();
    const cookie = await api.login();
    const headers = { host: 'localhost:8787', cookie, 'content-type': contentType };
    const url = `${admin}/api-users`;
    const response = await api.app.inject({ method: 'POST', url, headers, payload: '{' });
    expect([response.statusCode, Object.keys(response.json())]).toEqual([status, ['detail']]);
  });
});
