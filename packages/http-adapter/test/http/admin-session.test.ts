import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { type AdminTestApi, createAdminTestApi, credentials } from '../doubles/admin-test-api.ts';

const own = { host: 'localhost:8787' };

interface Attempt {
  readonly payload?: object;
  readonly headers?: { readonly [name: string]: string };
  readonly from?: string;
}

function logIn(api: AdminTestApi, attempt: Attempt = {}): Promise<LightMyRequestResponse> {
  return api.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: { ...own, ...attempt.headers },
    payload: attempt.payload ?? credentials,
    remoteAddress: attempt.from ?? '192.0.2.1',
  });
}

const wrong = { ...credentials, password: 'wrong' };

describe('login', () => {
  it('returns the user and sets a cookie [login.success] [login.cookie]', async () => {
    const api = await createAdminTestApi();
    const response = await logIn(api);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      user: { username: 'admin', role: 'admin' },
      expires_at: '2026-01-02T15:04:05.678Z',
    });
    expect(response.headers['set-cookie']).toBe(
      'filmgate_session=session-1; Max-Age=43200; Path=/; HttpOnly; SameSite=Strict',
    );
    expect([...api.access.sessions.keys()].join()).not.toContain('session-1');
    expect(api.access.entries.map(({ actor, action }) => [actor, action])).toEqual([
      ['admin', 'session.login'],
    ]);
  });

  it('over https the cookie is bound to the host [login.cookie-https]', async () => {
    const api = await createAdminTestApi('https://gate.example');
    const response = await logIn(api);
    expect(response.headers['set-cookie']).toMatch(/^__Host-filmgate_session=session-1; .*Secure/);
  });

  it.each([wrong, { ...credentials, username: 'root' }])(
    'refuses %j [login.wrong]',
    async (payload) => {
      const api = await createAdminTestApi();
      const response = await logIn(api, { payload });
      expect([response.statusCode, response.json(), response.headers['set-cookie']]).toEqual([
        401,
        { detail: 'The user name or password is wrong.' },
        undefined,
      ]);
      expect(JSON.stringify(api.log.events)).not.toContain('wrong"');
    },
  );

  it.each([
    {},
    { username: 'admin' },
    { username: 'admin', password: 7 },
    { username: '', password: 'x' },
  ])('takes %j for no attempt', async (payload) => {
    const api = await createAdminTestApi();
    expect((await logIn(api, { payload })).statusCode).toBe(422);
  });

  it('after five failures refuses even the right password, from that address only [login.throttle] [login.throttle-address]', async () => {
    const api = await createAdminTestApi();
    const statuses = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      statuses.push((await logIn(api, { payload: wrong })).statusCode);
      api.clock.advance(60_000);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    const refused = await logIn(api);
    expect([
      refused.statusCode,
      Object.keys(refused.json()),
      refused.headers['retry-after'],
    ]).toEqual([429, ['detail'], '600']);
    expect((await logIn(api, { from: '192.0.2.2' })).statusCode).toBe(200);
    api.clock.advance(600_000);
    expect((await logIn(api)).statusCode).toBe(200);
  });

  it('[clocks.login] locks out no one for as long as the clock was set back', async () => {
    const api = await createAdminTestApi();
    for (let attempt = 0; attempt < 5; attempt += 1) await logIn(api, { payload: wrong });
    expect((await logIn(api)).statusCode).toBe(429);
    api.clock.advance(-3_600_000);
    expect((await logIn(api)).statusCode).toBe(200);
  });

  it('[clocks.login] says that a lock that the clock made longer ends within its window', async () => {
    const api = await createAdminTestApi();
    for (let attempt = 0; attempt < 5; attempt += 1) await logIn(api, { payload: wrong });
    api.clock.advance(-300_000);
    const refused = await logIn(api);
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, 900]);
  });

  it('forgets failures after a success', async () => {
    const api = await createAdminTestApi();
    for (let attempt = 0; attempt < 4; attempt += 1) await logIn(api, { payload: wrong });
    expect((await logIn(api)).statusCode).toBe(200);
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await logIn(api, { payload: wrong })).statusCode).toBe(401);
  });

  it('lets attempts side by side not outrun the count', async () => {
    const api = await createAdminTestApi();
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => logIn(api, { payload: wrong })),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 401).length).toBeLessThanOrEqual(5);
  });
});

describe('sessions', () => {
  it('name the administrator who is logged in [login.session]', async () => {
    const api = await createAdminTestApi();
    const visitor = await api.app.inject({ url: '/api/v1/auth/session' });
    expect([visitor.statusCode, Object.keys(visitor.json())]).toEqual([401, ['detail']]);
    const get = api.as(await api.login());
    expect((await get('GET', '/api/v1/auth/session')).json()).toMatchObject({
      user: { username: 'admin' },
    });
  });

  it('end at logout, on the server [login.logout]', async () => {
    const api = await createAdminTestApi();
    const send = api.as(await api.login());
    const out = await send('POST', '/api/v1/auth/logout');
    expect([out.statusCode, out.body]).toEqual([204, '']);
    expect(out.headers['set-cookie']).toContain('Max-Age=0');
    expect((await send('GET', '/api/v1/auth/session')).statusCode).toBe(401);
    expect((await send('POST', '/api/v1/auth/logout')).statusCode).toBe(204);
  });

  it('end after resting, and after their longest [login.expiry]', async () => {
    const api = await createAdminTestApi();
    const send = api.as(await api.login());
    const isLive = async (): Promise<boolean> =>
      (await send('GET', '/api/v1/admin/api-users')).statusCode === 200;
    api.clock.advance(30 * 60_000 - 1);
    expect(await isLive()).toBe(true);
    api.clock.advance(30 * 60_000);
    expect(await isLive()).toBe(false);

    const again = await createAdminTestApi();
    const visit = again.as(await again.login());
    for (let hours = 0; hours < 12; hours += 0.25) {
      expect((await visit('GET', '/api/v1/auth/session')).statusCode).toBe(200);
      again.clock.advance(15 * 60_000);
    }
    expect((await visit('GET', '/api/v1/auth/session')).statusCode).toBe(401);
  });

  it('are replaced at login', async () => {
    const api = await createAdminTestApi();
    const old = await api.login();
    await logIn(api, { headers: { cookie: old } });
    expect((await api.as(old)('GET', '/api/v1/auth/session')).statusCode).toBe(401);
  });
});

describe('other sites [login.foreign-origin] [login.foreign-host] [login.own-origin]', () => {
  const changing = [
    ['POST', '/api/v1/auth/login'],
    ['POST', '/api/v1/auth/logout'],
    ['POST', '/api/v1/admin/api-users'],
    ['PATCH', '/api/v1/admin/api-users/us_1'],
    ['POST', '/api/v1/admin/api-users/us_1/rotate'],
    ['POST', '/api/v1/admin/accounts'],
    ['PATCH', '/api/v1/admin/accounts/ac_1'],
    ['DELETE', '/api/v1/admin/accounts/ac_1'],
    ['POST', '/api/v1/admin/accounts/ac_1/test'],
    ['DELETE', '/api/v1/admin/sessions'],
    ['DELETE', '/api/v1/admin/sessions/0123'],
    ['POST', '/api/v1/admin/jobs/vt_1/check'],
    ['POST', '/api/v1/admin/jobs/vt_1/resolve'],
  ] as const;
  const foreign = [
    { ...own, origin: 'https://evil.example' },
    { ...own, origin: 'null' },
    { ...own, 'sec-fetch-site': 'cross-site' },
    { host: 'evil.example' },
    { host: 'evil.example', origin: 'http://localhost:8787' },
  ];
  it.each(changing.flatMap((route) => foreign.map((headers) => [...route, headers] as const)))(
    '%s %s with %j is 403',
    async (method, url, headers) => {
      const api = await createAdminTestApi();
      const cookie = await api.login();
      const response = await api.app.inject({
        method,
        url,
        headers: { ...headers, cookie },
        payload: credentials,
      });
      expect([response.statusCode, Object.keys(response.json())]).toEqual([403, ['detail']]);
    },
  );

  it('our own origin passes', async () => {
    const api = await createAdminTestApi('https://gate.example');
    for (const [host, origin] of [
      ['gate.example', 'https://gate.example'],
      ['localhost:8787', 'http://localhost:8787'],
    ] as const) {
      expect((await logIn(api, { headers: { host, origin } })).statusCode).toBe(200);
    }
  });
});
