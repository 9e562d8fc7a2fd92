import Fastify, { type InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createVideoTaskApi } from '../../src/index.ts';
import { taskObject } from '../../src/video-task-api/tasks/task-object.ts';
import { bodyOf, idOf } from '../doubles/body-of.ts';
import { errorOf } from '../doubles/error-of.ts';
import { createTestApi } from '../doubles/video-task-test-api.ts';

const allowed: { readonly [path: string]: string } = {
  '/v1/models': 'GET, HEAD',
  '/v1/videos': 'GET, POST, HEAD',
  '/v1/videos/generations': 'POST',
  '/v1/video/generations': 'POST',
  '/v1/videos/vt_1': 'GET, HEAD',
  '/v1/videos/vt_1/content': 'GET, HEAD',
  '/api/v1/assets': 'POST',
  '/api/v1/video-jobs': 'POST',
  '/api/v1/video-jobs/vj_1': 'GET, HEAD',
  '/api/v1/video-jobs/vj_1/video': 'GET, HEAD',
  '/media/vt_1.mp4': 'GET, HEAD',
};
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;

type InjectMethod = NonNullable<InjectOptions['method']>;

/** `inject` sends any method, but its types leave TRACE out. */
function injectable(method: string): InjectMethod {
  return z.custom<InjectMethod>().parse(method);
}

describe('methods [errors.method-not-allowed]', () => {
  const cells = Object.entries(allowed).flatMap(([path, allow]) =>
    methods
      .filter((method) => !allow.split(', ').includes(method))
      .map((method) => [method, path, allow] as const),
  );
  it.each(cells)('%s %s is 405', async (method, url, allow) => {
    const { app } = await createTestApi();
    const headers = { 'content-type': 'application/xml' };
    const body = method === 'GET' ? {} : { payload: '<x/>' };
    const response = await app.inject({ method: injectable(method), url, headers, ...body });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe(allow);
    const error = [405, 'method_not_allowed', undefined];
    expect(method === 'HEAD' ? error : errorOf(response)).toEqual(error);
  });
});

describe('unknown paths [errors.route-not-found]', () => {
  it('are those of images where nothing says how long to wait', async () => {
    const { app, alice } = await createTestApi();
    const response = await app.inject({
      method: 'POST',
      url: '/v1/images/generations',
      headers: alice,
      payload: { model: 'imgA-1x1-1k', prompt: 'a fox' },
    });
    expect(errorOf(response)).toEqual([404, 'route_not_found', undefined]);
  });

  it.each([
    '/',
    '/v1',
    '/v1/',
    '/v2/videos',
    '/V1/videos',
    '/v1//videos',
    '/v1/videos/',
    '/v1/videos/vt_1/content/x',
    '/api/v1/assets/1',
    '/api/v1/admin/jobs',
    '/local-video/jobs',
    '/v1/chat/completions',
    '/media',
    '/media/',
    '/media/vt_1.webm',
    '/media/..%2Fsecret.mp4',
    `/v1/videos/${'a'.repeat(600)}`,
  ])('%s', async (url) => {
    const { app } = await createTestApi();
    expect(errorOf(await app.inject({ url }))).toEqual([404, 'route_not_found', undefined]);
  });

  it('are reported before a body of any kind is read', async () => {
    const { app } = await createTestApi();
    for (const contentType of ['application/xml', 'application/json', 'nonsense']) {
      const headers = { 'content-type': contentType };
      const response = await app.inject({ method: 'POST', url: '/nope', headers, payload: '{' });
      expect(errorOf(response)).toEqual([404, 'route_not_found', undefined]);
    }
  });
});

describe('problems the framework finds [errors.framework]', () => {
  it.each(['/v1/videos/%zz', '/v1/videos/%', '/%E0%A4%A'])('%s is 400', async (url) => {
    const { app, alice } = await createTestApi();
    expect(errorOf(await app.inject({ url, headers: alice }))).toEqual([
      400,
      'payload_invalid',
      undefined,
    ]);
  });

  it.each([
    ['application/json', '{"prompt":', 400],
    ['application/json', '', 400],
    ['application/json', '{"prompt":"x","__proto__":{"a":1}}', 400],
    ['application/json', '{"prompt":"x","constructor":{"prototype":{}}}', 400],
    ['application/json', '[]', 400],
    ['application/json', 'null', 400],
    ['application/json', Buffer.from('{"prompt":"\xff"}', 'latin1'), 400],
    ['multipart/form-data', 'x', 400],
    ['multipart/form-data; boundary=X', '--Y', 400],
    ['text/plain', '{"prompt":"x"}', 415],
    ['application/x-www-form-urlencoded', 'prompt=x', 415],
    ['application/jsonp', '{}', 415],
    ['nonsense', '{}', 415],
  ])('a body of %s: %s', async (contentType, payload, status) => {
    const { app, alice } = await createTestApi();
    const headers = { ...alice, 'content-type': contentType };
    const [got, code] = errorOf(
      await app.inject({ method: 'POST', url: '/v1/videos', headers, payload }),
    );
    expect([got, code]).toEqual([status, 'payload_invalid']);
  });

  it('accepts JSON with a charset, and refuses a creation without a body', async () => {
    const { app, alice } = await createTestApi();
    const headers = { ...alice, 'content-type': 'application/json; charset=utf-8' };
    const made = await app.inject({
      method: 'POST',
      url: '/v1/videos',
      headers,
      payload: '{"prompt":"x"}',
    });
    expect(made.statusCode).toBe(202);
    const none = await app.inject({ method: 'POST', url: '/v1/videos', headers: alice });
    expect(errorOf(none)).toEqual([400, 'payload_invalid', undefined]);
  });

  it('counts bodies [tasks.create.body-limit] [native.json-limit]', async () => {
    const { app, alice, native } = await createTestApi({
      settings: { createBodyBytes: 50, jsonBodyBytes: 40 },
    });
    const send = async (url: string, headers: object, bytes: number): Promise<number> => {
      const payload = JSON.stringify({ prompt: 'x'.repeat(bytes - 13) });
      expect(payload.length).toBe(bytes);
      const json = { 'content-type': 'application/json', 'idempotency-key': '12345678' };
      return (await app.inject({ method: 'POST', url, headers: { ...json, ...headers }, payload }))
        .statusCode;
    };
    expect(await send('/v1/videos', alice, 50)).toBe(202);
    expect(await send('/v1/videos', alice, 51)).toBe(413);
    expect(await send('/api/v1/video-jobs', native, 40)).toBe(400);
    expect(await send('/api/v1/video-jobs', native, 41)).toBe(413);
  });
});

describe('mounted under a prefix [surfaces.mountable]', () => {
  it('leaves its host alone', async () => {
    const { deps } = await createTestApi();
    const host = Fastify();
    host.get(
      '/ping',
      {
        schema: { response: { 200: { type: 'object', properties: { ok: { type: 'boolean' } } } } },
      },
      () => ({ ok: true, dropped: 1 }),
    );
    host.post(
      '/echo',
      { schema: { body: { type: 'object', required: ['a'] } } },
      (request) => request.body,
    );
    await host.register(createVideoTaskApi({ ...deps, publicUrl: () => 'http://x/video' }), {
      prefix: '/video',
    });
    expect((await host.inject('/ping')).json()).toEqual({ ok: true });
    const echo = await host.inject({ method: 'POST', url: '/echo', payload: {} });
    expect(echo.json()).toMatchObject({ code: 'FST_ERR_VALIDATION' });
    expect(
      (
        await host.inject({
          method: 'POST',
          url: '/echo',
          headers: { 'content-type': 'text/plain' },
          payload: 'x',
        })
      ).statusCode,
    ).toBe(400);
    expect((await host.inject('/nope')).body).toContain('Route GET:/nope not found');
    expect((await host.inject('/nope')).headers).not.toHaveProperty('x-request-id');
    expect(errorOf(await host.inject('/video/nope'))).toEqual([404, 'route_not_found', undefined]);
    expect(errorOf(await host.inject('/video/v1/models'))).toEqual([
      401,
      'api_key_required',
      undefined,
    ]);
  });

  it('works there as anywhere', async () => {
    const { app, alice, gateway } = await createTestApi({ prefix: '/video' });
    const made = await app.inject({
      method: 'POST',
      url: '/video/v1/videos',
      headers: alice,
      payload: { prompt: 'x' },
    });
    const id = idOf(made);
    expect(made.headers.location).toBe(`/video/v1/videos/${id}`);
    gateway.complete(id, Buffer.from('movie'));
    const task = await app.inject({ url: `/video/v1/videos/${id}`, headers: alice });
    const url = new URL(bodyOf(task, taskObject).video_url ?? '');
    expect((await app.inject({ url: url.pathname + url.search })).body).toBe('movie');
  });

  it('twice in one process', async () => {
    const { deps } = await createTestApi();
    const host = Fastify();
    await host.register(createVideoTaskApi(deps), { prefix: '/a' });
    await host.register(createVideoTaskApi(deps), { prefix: '/b' });
    expect((await host.inject('/a/v1/models')).statusCode).toBe(401);
    expect((await host.inject('/b/v1/models')).statusCode).toBe(401);
  });
});

describe('every response', () => {
  it('carries security headers and a request id', async () => {
    const { app } = await createTestApi();
    for (const url of ['/v1/models', '/nope', '/v1/videos/%zz']) {
      const response = await app.inject({ url, headers: { 'x-request-id': 'mine-1' } });
      expect(response.headers).toMatchObject({
        'x-request-id': 'mine-1',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
    }
  });
});
