import { describe, expect, it } from 'vitest';
import { errorOf } from '../doubles/error-of.ts';
import { listen, openRaw } from '../doubles/raw-http.ts';
import { createTestApi } from '../doubles/video-task-test-api.ts';

const compatible = [
  ['GET', '/v1/models'],
  ['POST', '/v1/videos'],
  ['POST', '/v1/videos/generations'],
  ['POST', '/v1/video/generations'],
  ['GET', '/v1/videos'],
  ['HEAD', '/v1/videos'],
  ['GET', '/v1/videos/vt_1'],
  ['GET', '/v1/videos/vt_1/content'],
  ['HEAD', '/v1/videos/vt_1/content'],
] as const;
const native = [
  ['POST', '/api/v1/assets'],
  ['POST', '/api/v1/video-jobs'],
  ['GET', '/api/v1/video-jobs/vj_1'],
  ['GET', '/api/v1/video-jobs/vj_1/video'],
  ['HEAD', '/api/v1/video-jobs/vj_1/video'],
] as const;

const required = [401, 'api_key_required', undefined];
const invalid = [401, 'api_key_invalid', undefined];

type Headers = { readonly [name: string]: string | string[] };

/** The error for each kind of refused credential. */
const refused: readonly (readonly [name: string, headers: Headers, error: readonly unknown[]])[] = [
  ['none', {}, required],
  ['empty', { authorization: '' }, required],
  ['another scheme', { authorization: 'Basic YWxpY2Uta2V5' }, required],
  ['no token', { authorization: 'Bearer ' }, required],
  ['X-API-Key', { 'x-api-key': 'alice-key' }, required],
  ['key in the query', {}, required],
  ['malformed', { authorization: 'Bearer nonsense' }, invalid],
  ['unknown', { authorization: 'Bearer nobody-key' }, invalid],
  ['with a space', { authorization: 'Bearer alice key' }, invalid],
  ['two lines', { authorization: ['Bearer alice-key', 'Bearer alice-key'] }, invalid],
];

describe.each([
  ['compatible', compatible],
  ['native', native],
] as const)('every route of the %s API', (_group, routes) => {
  const cells = routes.flatMap(([method, url]) =>
    refused.map(([name, headers, error]) => ({ method, url, name, headers, error })),
  );
  it.each(cells)(
    '$method $url with credential "$name" [auth.every-route]',
    async ({ method, url, name, headers, error }) => {
      const { app } = await createTestApi();
      const query = name === 'key in the query' ? '?key=alice-key&api_key=native-key' : '';
      const response = await app.inject({ method, url: url + query, headers });
      expect(response.statusCode).toBe(401);
      expect(response.headers['www-authenticate']).toBe('Bearer');
      expect(method === 'HEAD' ? error : errorOf(response)).toEqual(error);
    },
  );
});

describe('credentials', () => {
  it.each(compatible)(
    'the native key gives no access to %s %s [auth.upstream-key-not-compatible]',
    async (method, url) => {
      const { app, native: headers } = await createTestApi();
      expect((await app.inject({ method, url, headers })).statusCode).toBe(401);
    },
  );

  it.each(native)(
    'the key of an API user opens nothing at %s %s [auth.user-key-not-native]',
    async (method, url) => {
      const { app, alice } = await createTestApi();
      expect((await app.inject({ method, url, headers: alice })).statusCode).toBe(401);
    },
  );

  it.each(native)(
    'without a native key %s %s is 401 to everything [auth.native-unset]',
    async (method, url) => {
      const { app, native: headers } = await createTestApi({ nativeKey: null });
      const responses = [
        await app.inject({ method, url, headers }),
        await app.inject({ method, url }),
      ];
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 401]);
    },
  );

  it('a disabled key stops with the next request [auth.disabled-at-once]', async () => {
    const { app, alice, disabled, log } = await createTestApi();
    expect((await app.inject({ url: '/v1/models', headers: alice })).statusCode).toBe(200);
    disabled.add('alice');
    const response = await app.inject({ url: '/v1/models', headers: alice });
    expect(errorOf(response)).toEqual(invalid);
    expect(log.events.at(-1)?.text).toContain('disabled');
    expect(JSON.stringify(log.events)).not.toContain('alice-key');
  });

  it('each request of one connection is let in by its own key alone [auth.disabled-at-once]', async () => {
    const { app, disabled } = await createTestApi();
    const connection = await openRaw(await listen(app));
    let asked = 0;
    const ask = async (...keys: readonly string[]): Promise<string | undefined> => {
      asked += 1;
      const lines = keys.map((key) => `Authorization: Bearer ${key}\r\n`).join('');
      const name = `X-Request-Id: r${asked}\r\n`;
      connection.send(`GET /v1/videos/vt_1 HTTP/1.1\r\nHost: a\r\n${name}${lines}\r\n`);
      const text = await connection.until(`x-request-id: r${asked}\r\n`);
      return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].at(-1)?.[1];
    };
    expect(await ask('alice-key')).toBe('404');
    expect(await ask('alice-key')).toBe('404');
    expect(await ask()).toBe('401');
    expect(await ask('alice-key', 'alice-key')).toBe('401');
    expect(await ask('nobody-key')).toBe('401');
    disabled.add('alice');
    expect(await ask('alice-key')).toBe('401');
    expect(await ask('bob-key')).toBe('404');
    connection.socket.destroy();
    await app.close();
  });

  it('an unknown key and a disabled one get equal responses', async () => {
    const { app, alice, disabled } = await createTestApi();
    disabled.add('alice');
    const one = await app.inject({ url: '/v1/models', headers: alice });
    const other = await app.inject({
      url: '/v1/models',
      headers: { authorization: 'Bearer nobody-key' },
    });
    expect(one.body).toBe(other.body);
  });
});
