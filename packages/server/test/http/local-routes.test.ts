import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type HttpResponse, expectApiError, jsonOf, send } from './response.ts';
import { saying } from './local-client.ts';
import { sendBytes } from './raw-http.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();

const foreign = [
  ['GET', '/v1/videos'],
  ['POST', '/v1/videos'],
  ['POST', '/v1/videos/generations'],
  ['POST', '/v1/video/generations'],
  ['POST', '/api/v1/video-jobs'],
  ['GET', '/api/v1/video-jobs/vj_00000000000000000000000000'],
  ['POST', '/api/v1/assets'],
  ['GET', '/v1'],
  ['POST', '/v1/chat/completions/'],
] as const;

const ownPaths = [
  ['/v1/models', 'POST', 'GET, HEAD'],
  ['/v1/chat/completions', 'GET', 'POST'],
  ['/v1/images/generations', 'DELETE', 'POST'],
  ['/v1/images/edits', 'GET', 'POST'],
  ['/api/v1/video-pool-capacity', 'POST', 'GET, HEAD'],
  ['/api/v1/video-submit-status', 'PUT', 'GET, HEAD'],
  ['/media/x.mp4', 'POST', 'GET, HEAD'],
] as const;

const post = (
  body: string | Uint8Array<ArrayBuffer>,
  type = 'application/json',
): Promise<HttpResponse> =>
  shared.local.request('/v1/chat/completions', {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });

describe('paths', () => {
  it.each(foreign)('[local.surface.absent-paths] %s %s is 404', async (method, path) => {
    expectApiError(await shared.local.request(path, { method }), {
      status: 404,
      code: 'route_not_found',
    });
  });

  it('[local.surface.absent-paths][local.checks.order] an unknown one is 404 also without a key', async () => {
    const response = await send(`${shared.gateway.localUrl}/v1/videos`);
    expectApiError(response, { status: 404, code: 'route_not_found' });
  });

  it.each(ownPaths)('[local.errors.shape] %s does not take %s', async (path, method, allow) => {
    const response = await shared.local.request(path, { method });
    expectApiError(response, { status: 405, code: 'method_not_allowed' });
    expect(response.headers.get('allow')).toBe(allow);
  });

  it('[local.errors.shape] with an escape that is not valid are 400', async () => {
    const response = await shared.local.request('/v1/%zz');
    expectApiError(response, { status: 400, code: 'payload_invalid' });
  });
});

describe('bodies', () => {
  it.each(['{', '', '{"__proto__": {"a": 1}}', 'null', '[]', '"text"'])(
    '[local.chat.types] %j is 400 payload_invalid',
    async (body) => {
      expectApiError(await post(body), { status: 400, code: 'payload_invalid' });
    },
  );

  it('[local.chat.types] that are not UTF-8 are 400', async () => {
    const response = await post(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]));
    expectApiError(response, { status: 400, code: 'payload_invalid' });
  });

  it.each(['text/plain', 'multipart/form-data; boundary=x', 'application/xml'])(
    '[local.errors.shape] of the type %s are 415',
    async (type) => {
      const response = await post('{}', type);
      expectApiError(response, { status: 415, code: 'payload_invalid', param: 'Content-Type' });
    },
  );

  it('[local.errors.shape] beyond 64 MiB are 413', async () => {
    const response = await post(`{"prompt":"${'x'.repeat(64 * 1024 * 1024)}"}`);
    expectApiError(response, { status: 413, code: 'payload_invalid' });
  });

  it('[local.checks.order] the model is checked before the prompt, the prompt before images', async () => {
    const wrong = { model: 'none', prompt: 5, generate_audio: 'x' };
    expectApiError(await shared.local.chat(wrong), { status: 400, code: 'model_invalid' });
    const image = { type: 'image_url', image_url: { url: 'ftp://x' } };
    const noPrompt = saying([image]);
    expectApiError(await shared.local.chat(noPrompt), { status: 400, code: 'prompt_required' });
  });
});

describe('bytes that are no HTTP', () => {
  it('[local.errors.shape] are answered in the same shape', async () => {
    const text = await sendBytes(shared.gateway.localUrl, 'NOT HTTP\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('"code":"payload_invalid"');
  });

  it('[local.errors.shape] headers beyond measure are 431', async () => {
    const head = `GET /v1/models HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`;
    const text = await sendBytes(shared.gateway.localUrl, head);
    expect(text).toMatch(/^HTTP\/1\.1 431 /);
    expect(text).toContain('"code":"headers_too_large"');
  });
});

describe('every response', () => {
  it("[local.errors.request-id] carries x-request-id, the caller's if it gives one", async () => {
    const own = await shared.local.request('/v1/models');
    expect(own.headers.get('x-request-id')).toMatch(/^req_/);
    const given = await shared.local.chat(saying(''), { 'x-request-id': 'mine-1' });
    expect(given.headers.get('x-request-id')).toBe('mine-1');
  });
});

describe('a long wait', () => {
  it('[local.wait.server-timeouts] is not ended by the server: only the head of a request has a time', {
    tags: 'long',
  }, async () => {
    const began = performance.now();
    const response = await new Promise<number | undefined>((resolve, reject) => {
      const call = request(`${shared.gateway.localUrl}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${shared.gateway.serviceApiKey}`,
          'content-type': 'application/json',
        },
      });
      call.on('response', (incoming) => {
        incoming.resume();
        resolve(incoming.statusCode);
      });
      call.on('error', reject);
      call.end(
        JSON.stringify({
          model: 'vidA-fast-4s-16x9-720p',
          ...saying('slower than the headers may be [[mock:queue=0s,run=17000s]]'),
        }),
      );
    });
    expect(response).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(15_500);
  });
});

describe('the description', () => {
  it('[health.openapi] holds every route, with both headers of the key', async () => {
    const response = await send(`${shared.gateway.localUrl}/openapi.json`);
    const text = JSON.stringify(jsonOf(response));
    for (const [path] of ownPaths.slice(0, 5)) expect(text).toContain(`"${path}"`);
    expect(text).toContain('"/api/v1/auth/login"');
    expect(text).toContain('"serviceKey"');
    expect(text).toContain('"X-API-Key"');
    const page = await send(`${shared.gateway.localUrl}/docs`);
    expect(page.text).toContain('/v1/chat/completions');
  });
});
