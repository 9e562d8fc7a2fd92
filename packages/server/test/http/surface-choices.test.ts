import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectApiError, jsonOf, send } from './response.ts';
import { sendBytes } from './raw-http.ts';
import { startGateway } from './start-gateway.ts';
import { useGateway } from './use-gateway.ts';

const paths = z.object({ paths: z.record(z.string(), z.unknown()) });

describe('surfaces as the operator wants them', () => {
  const shared = useGateway(() => ({
    env: {
      FILMGATE_TASKS_ERROR_CODES:
        'job_not_found=no_such_film,payload_invalid=bad_task,headers_too_large=long_task',
      FILMGATE_LOCAL_ERROR_CODES:
        'api_key_invalid=wrong_key,payload_invalid=bad_call,headers_too_large=long_call',
      FILMGATE_TASKS_ROUTES_OFF: 'native,events,images',
      FILMGATE_LOCAL_ROUTES_OFF: 'images',
    },
  }));

  it('[settings.error-codes] use the configured names of their error codes', async () => {
    const unknown = await shared.tasks.request('/v1/videos/vt_00000000000000000000000000');
    expectApiError(unknown, { status: 404, code: 'no_such_film' });
    const wrong = { authorization: 'Bearer wrong' };
    const refused = await send(`${shared.gateway.localUrl}/v1/models`, { headers: wrong });
    expectApiError(refused, { status: 401, code: 'wrong_key' });
    const untouched = await send(`${shared.gateway.tasksUrl}/v1/models`, { headers: wrong });
    expectApiError(untouched, { status: 401, code: 'api_key_invalid' });
  });

  const long = `GET /v1/models HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`;
  it.each([
    ['a path that cannot be decoded', 'GET /v1/videos/%zz HTTP/1.1\r\nHost: x\r\n\r\n', 'bad'],
    ['bytes that are no HTTP', 'not http\r\n\r\n', 'bad'],
    ['headers that are too large', long, 'long'],
  ])(
    '[settings.error-codes] use them before a path is known, too: %s',
    async (_what, bytes, word) => {
      const { tasksUrl, localUrl } = shared.gateway;
      expect(await sendBytes(tasksUrl, bytes)).toContain(`"code":"${word}_task"`);
      expect(await sendBytes(localUrl, bytes)).toContain(`"code":"${word}_call"`);
    },
  );

  it('[settings.routes-off] have no routes of a group that is off, and describe none', async () => {
    const off = await shared.tasks.request('/api/v1/video-jobs', { method: 'POST' });
    expectApiError(off, { status: 404, code: 'route_not_found' });
    for (const method of ['GET', 'POST', 'DELETE']) {
      const events = await shared.tasks.request('/v1/videos/events', { method });
      expectApiError(events, { status: 404, code: 'route_not_found' });
    }
    for (const { request } of [shared.local, shared.tasks]) {
      const images = await request('/v1/images/generations', { method: 'POST' });
      expectApiError(images, { status: 404, code: 'route_not_found' });
    }
    expect((await shared.tasks.request('/v1/videos')).status).toBe(200);
    expect((await shared.local.request('/v1/models')).status).toBe(200);
    const described = await send(`${shared.gateway.tasksUrl}/openapi.json`);
    const known = Object.keys(paths.parse(jsonOf(described)).paths);
    expect(known).toContain('/v1/videos');
    expect(known.filter((path) => path.startsWith('/api/v1/video-jobs'))).toEqual([]);
  });

  it('[settings.error-codes] [settings.routes-off] are refused at the start by the name of the setting', async () => {
    const start = (env: Readonly<Record<string, string>>) => startGateway({ env });
    await expect(start({ FILMGATE_TASKS_ERROR_CODES: 'no_such_code=x' })).rejects.toThrow(
      'FILMGATE_TASKS_ERROR_CODES',
    );
    await expect(start({ FILMGATE_LOCAL_ROUTES_OFF: 'everything' })).rejects.toThrow(
      'FILMGATE_LOCAL_ROUTES_OFF',
    );
  });
});
