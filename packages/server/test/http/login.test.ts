import { describe, expect, it } from 'vitest';
import { type HttpResponse, expectDetail, jsonOf, send } from './response.ts';
import { sendRaw } from './raw-http.ts';
import { sessionSchema } from './shapes.ts';
import type { Gateway } from './start-gateway.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();

interface LoginOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly password?: string;
  readonly username?: string;
  readonly localAddress?: string;
}

function logIn(gateway: Gateway, options: LoginOptions = {}): Promise<HttpResponse> {
  const { username = gateway.adminUsername, password = gateway.adminPassword } = options;
  return sendRaw({
    url: `${gateway.localUrl}/api/v1/auth/login`,
    method: 'POST',
    headers: [['Content-Type', 'application/json'], ...Object.entries(options.headers ?? {})],
    body: JSON.stringify({ username, password }),
    ...(options.localAddress === undefined ? {} : { localAddress: options.localAddress }),
  });
}

function cookieOf(response: HttpResponse): string {
  const [cookie = ''] = response.headers.getSetCookie();
  return cookie.split(';')[0] ?? '';
}

const session = (cookie: string) =>
  send(`${shared.gateway.localUrl}/api/v1/auth/session`, { headers: { cookie } });

describe('login', () => {
  it('[login.success][login.session] returns who is logged in, and so does the session', async () => {
    const response = await logIn(shared.gateway);
    expect(response.status, response.text).toBe(200);
    const { user, expires_at } = sessionSchema.parse(jsonOf(response));
    expect(user).toEqual({ username: shared.gateway.adminUsername, role: 'admin' });
    const hours = (Date.parse(expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(0);
    expect(hours).toBeLessThanOrEqual(12.01);
    const asked = await session(cookieOf(response));
    expect(asked.status).toBe(200);
    expect(sessionSchema.parse(jsonOf(asked)).user).toEqual(user);
  });

  it('[login.cookie] sets a cookie that scripts and other sites cannot use', async () => {
    const [cookie = ''] = (await logIn(shared.gateway)).headers.getSetCookie();
    expect(cookie).toMatch(/^filmgate_session=[^;]{20,}/);
    const attributes = cookie
      .split(';')
      .slice(1)
      .map((part) => part.trim().toLowerCase());
    expect(attributes).toEqual(expect.arrayContaining(['httponly', 'samesite=strict', 'path=/']));
    expect(attributes).not.toContain('secure');
  });

  it('[login.cookie] gives each login its own session', async () => {
    const cookies = [cookieOf(await logIn(shared.gateway)), cookieOf(await logIn(shared.gateway))];
    expect(new Set(cookies).size).toBe(2);
  });

  it.each([
    { password: 'wrong password' },
    { username: 'nobody-1' },
    { username: 'nobody-2', password: '' },
  ])(
    '[login.wrong][admin.errors-detail] %j is 401 without naming the wrong part',
    async (options) => {
      const response = await logIn(shared.gateway, { ...options, localAddress: '127.0.0.9' });
      const detail = expectDetail(response, 401);
      expect(response.headers.getSetCookie()).toEqual([]);
      const other = await logIn(shared.gateway, {
        username: 'nobody-3',
        localAddress: '127.0.0.9',
      });
      expect(expectDetail(other, 401)).toBe(detail);
    },
  );

  it('[login.session] no session, and an invented one, are 401', async () => {
    expectDetail(await session(''), 401);
    expectDetail(await session('filmgate_session=invented'), 401);
  });

  it('[login.logout] ends the session on the server', async () => {
    const cookie = cookieOf(await logIn(shared.gateway));
    const logout = await send(`${shared.gateway.localUrl}/api/v1/auth/logout`, {
      method: 'POST',
      headers: { cookie },
    });
    expect(logout.status).toBeLessThan(300);
    expectDetail(await session(cookie), 401);
    const admin = await send(`${shared.gateway.localUrl}/api/v1/admin/api-users`, {
      headers: { cookie },
    });
    expectDetail(admin, 401);
  });
});

describe('origins', () => {
  it.each([
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'http://localhost:1' },
    { Origin: 'http://127.0.0.1.evil.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
  ])('[login.foreign-origin] login with %j is 403', async (headers) => {
    expectDetail(await logIn(shared.gateway, { headers }), 403);
  });

  it.each([{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }])(
    '[login.foreign-origin] a change by session with %j is 403 and changes nothing',
    async (headers) => {
      const body = JSON.stringify({ name: 'made by a foreign page' });
      const response = await shared.gateway.adminFetch('api-users', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      });
      expectDetail(response, 403);
      expect((await shared.gateway.adminFetch('api-users')).text).not.toContain('foreign page');
    },
  );

  it.each(['127.0.0.1', 'localhost', '[::1]'])(
    '[login.own-origin] %s with our port is an own origin',
    async (host) => {
      const { port } = new URL(shared.gateway.localUrl);
      const headers = { Origin: `http://${host}:${port}`, Host: `${host}:${port}` };
      expect((await logIn(shared.gateway, { headers })).status).toBe(200);
    },
  );

  it.each(['evil.example', 'evil.example:80', '127.0.0.1:1', 'localhost.evil.example'])(
    '[login.foreign-host] the Host %s is 403',
    async (host) => {
      expectDetail(await logIn(shared.gateway, { headers: { Host: host } }), 403);
    },
  );
});

describe('behind an https public URL', () => {
  const published = useGateway(() => ({
    env: {
      FILMGATE_LOCAL_PUBLIC_URL: 'https://console.example.com',
      FILMGATE_ALLOWED_ORIGINS: 'https://other.example.com',
    },
  }));

  it('[login.cookie-https] the cookie is Secure and bound to the host', async () => {
    const [cookie = ''] = (await logIn(published.gateway)).headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-filmgate_session=/);
    expect(cookie).toMatch(/;\s*Secure/i);
    expect(cookie).toMatch(/;\s*Path=\//i);
    expect(cookie).not.toMatch(/;\s*Domain=/i);
  });

  it.each([
    { Origin: 'https://console.example.com', Host: 'console.example.com' },
    { Origin: 'https://other.example.com', Host: 'other.example.com' },
    { Origin: 'https://other.example.com', Host: 'console.example.com' },
  ])('[login.own-origin] %j is an own origin', async (headers) => {
    expect((await logIn(published.gateway, { headers })).status).toBe(200);
  });
});

describe('failing again and again', () => {
  const throttled = useGateway();

  it('[login.throttle][login.throttle-address] is 429 from the sixth attempt on, for that address only', async () => {
    const from = (localAddress: string, password?: string) =>
      logIn(
        throttled.gateway,
        password === undefined ? { localAddress } : { localAddress, password },
      );
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expectDetail(await from('127.0.0.2', `wrong ${attempt}`), 401);
    }
    const wrong = await from('127.0.0.2', 'wrong again');
    const right = await from('127.0.0.2');
    for (const response of [wrong, right]) {
      expectDetail(response, 429);
      const seconds = Number(response.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(15 * 60);
    }
    expect((await from('127.0.0.3')).status).toBe(200);
  });
});
