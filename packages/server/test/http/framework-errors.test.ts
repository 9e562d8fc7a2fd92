import { describe, expect, it } from 'vitest';
import { type HttpResponse, expectApiError, jsonOf, send } from './response.ts';
import { parked, smallest } from './prompts.ts';
import { sendBytes, sendRaw } from './raw-http.ts';
import { createPaths } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();

/** Routes of the tasks listener and their methods. */
const routes: readonly (readonly [string, readonly string[]])[] = [
  ['/v1/models', ['GET', 'HEAD']],
  ['/v1/videos', ['GET', 'HEAD', 'POST']],
  ['/v1/videos/generations', ['POST']],
  ['/v1/video/generations', ['POST']],
  ['/v1/images/generations', ['POST']],
  ['/v1/images/edits', ['POST']],
  ['/v1/videos/vt_00000000000000000000000000/content', ['GET', 'HEAD']],
  ['/api/v1/assets', ['POST']],
  ['/api/v1/video-jobs', ['POST']],
  ['/api/v1/video-jobs/vj_00000000000000000000000000', ['GET', 'HEAD']],
  ['/api/v1/video-jobs/vj_00000000000000000000000000/video', ['GET', 'HEAD']],
];

const wrongMethods = routes.flatMap(([path, taken]) =>
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
    .filter((method) => !taken.includes(method))
    .map((method) => [method, path] as const),
);

describe('routes', () => {
  it.each(wrongMethods)(
    '[errors.method-not-allowed] %s %s is 405 method_not_allowed',
    async (method, path) => {
      const key = path.startsWith('/api/')
        ? shared.gateway.upstreamApiKey
        : shared.gateway.apiUserKey;
      const response = await send(shared.gateway.tasksUrl + path, {
        method,
        headers: { authorization: `Bearer ${key}` },
      });
      expectApiError(response, { status: 405, code: 'method_not_allowed' });
      expect(response.headers.get('allow')).toMatch(/GET|POST/);
    },
  );

  it.each([
    '/',
    '/v1',
    '/v1/',
    '/v1/movies',
    '/v2/videos',
    '/v1/videos/x/y',
    '/V1/videos',
    '/v1//videos',
    '/api/v1/video-jobs/x/y',
    '/media',
    '/.env',
    '/v1/videos.json',
  ])(
    '[errors.route-not-found] %s is 404 route_not_found, with a credential and without',
    async (path) => {
      const expected = { status: 404, code: 'route_not_found' };
      expectApiError(await shared.tasks.request(path), expected);
      expectApiError(await send(shared.gateway.tasksUrl + path), expected);
      expectApiError(
        await send(shared.gateway.tasksUrl + path, { method: 'POST', body: '{' }),
        expected,
      );
    },
  );
});

describe('what the framework finds', () => {
  it.each([
    '/v1/videos/%',
    '/v1/videos/%zz',
    '/v1/videos/%E0%A4',
    '/v1/videos/%zz/content',
    '/media/%zz.mp4',
    '/%zz',
  ])('[errors.framework][errors.shape] the bad escape in %s has the common shape', async (path) => {
    const response = await shared.tasks.request(path);
    expect([400, 404]).toContain(response.status);
    const code = (jsonOf(response) as { readonly error: { readonly code: string } }).error.code;
    expect(['payload_invalid', 'route_not_found', 'job_not_found']).toContain(code);
    expectApiError(response, { status: response.status, code });
  });

  it.each(createPaths)(
    '[errors.framework] malformed JSON on %s is 400 payload_invalid without a trace of the server',
    async (path) => {
      const response = await shared.tasks.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"prompt": "a fox"',
      });
      expectApiError(response, { status: 400, code: 'payload_invalid' });
      expect(response.text).not.toMatch(/node_modules|\bat .*:\d+|FST_|SyntaxError/);
    },
  );

  it.each([
    '{"__proto__":{"prompt":"a fox"}}',
    '{"prompt":"a fox","__proto__":{"polluted":true}}',
    '{"prompt":"a fox","images":[{"__proto__":{"polluted":true}}]}',
    '{"prompt":"a fox","constructor":{"prototype":{"polluted":true}}}',
  ])('[errors.framework] %s is 400 payload_invalid and pollutes nothing', async (body) => {
    const response = await shared.tasks.request('/v1/videos', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expectApiError(response, { status: 400, code: 'payload_invalid' });
    expect(Object.getPrototypeOf({})).not.toHaveProperty('polluted');
  });

  it('[errors.framework][errors.shape] bytes that are no HTTP get a response or a closed connection, and the gateway continues', async () => {
    for (const bytes of ['not http\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', 'GET  HTTP/1.1\r\n\r\n']) {
      const response = await sendBytes(shared.gateway.tasksUrl, bytes);
      expect(response === '' || /^HTTP\/1\.1 (400|404|505)/.test(response)).toBe(true);
    }
    expect((await shared.tasks.request('/v1/models')).status).toBe(200);
  });

  it('[errors.framework] two framings of one body are refused', async () => {
    const head = [
      'POST /v1/videos HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${shared.gateway.apiUserKey}`,
      'Content-Type: application/json',
      'Content-Length: 5',
      'Transfer-Encoding: chunked',
      'Connection: close',
    ];
    const response = await sendBytes(
      shared.gateway.tasksUrl,
      `${head.join('\r\n')}\r\n\r\n0\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 400/);
  });

  it('[errors.framework] a header too long is refused', async () => {
    const response = await sendRaw({
      url: `${shared.gateway.tasksUrl}/v1/models`,
      headers: [['X-Long', 'x'.repeat(200_000)]],
    }).catch((): HttpResponse | undefined => undefined);
    expect(response === undefined || response.status === 431).toBe(true);
    expect((await shared.tasks.request('/v1/models')).status).toBe(200);
  });
});

describe('every error', () => {
  const failing: readonly (readonly [string, string, string | undefined, number])[] = [
    ['GET', '/nowhere', undefined, 404],
    ['PUT', '/v1/videos', undefined, 405],
    ['POST', '/v1/videos', '{', 400],
    ['POST', '/v1/videos', '{"prompt":"a fox","model":"none"}', 400],
    ['POST', '/v1/videos', '{"prompt":"a fox","seconds":4}', 400],
    ['GET', '/v1/videos?limit=0', undefined, 400],
    ['GET', '/v1/videos/vt_00000000000000000000000000', undefined, 404],
  ];

  it.each(failing)(
    '[errors.shape][errors.type] of %s %s (%s) has the common shape and a request id of its own',
    async (method, path, body, status) => {
      const ask = () =>
        shared.tasks.request(path, {
          method,
          ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
        });
      const [first, second] = [await ask(), await ask()];
      const { error } = jsonOf(first) as { readonly error: { readonly code: string } };
      expectApiError(first, { status, code: error.code });
      expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
    },
  );

  it('[errors.messages-discreet][invariants.i13-no-secret-leaves] contains nothing of the caller’s key or the server', async () => {
    const responses = await Promise.all([
      shared.tasks.request('/v1/videos?limit=0'),
      shared.tasks.request('/nowhere'),
      shared.tasks.create({ ...smallest(parked('x')), seconds: 99 }),
      shared.tasks.create({
        ...smallest(parked('x')),
        images: ['https://not-listed.example/x.png'],
      }),
    ]);
    for (const response of responses) {
      expect(response.text).not.toContain(shared.gateway.apiUserKey);
      expect(response.text).not.toContain(shared.gateway.dataDir);
      expect(response.text).not.toMatch(/127\.0\.0\.1|sqlite|node:|\.ts\b/i);
    }
  });
});
