import { describe, expect, it } from 'vitest';
import { expectApiError, send } from './response.ts';
import { parked, smallest } from './prompts.ts';
import { taskOf, tasksClient } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();

const compatibleRoutes = [
  ['GET', '/v1/models'],
  ['GET', '/v1/videos'],
  ['POST', '/v1/videos'],
  ['POST', '/v1/videos/generations'],
  ['POST', '/v1/video/generations'],
  ['POST', '/v1/images/generations'],
  ['POST', '/v1/images/edits'],
  ['GET', '/v1/videos/vt_00000000000000000000000000'],
  ['GET', '/v1/videos/vt_00000000000000000000000000/content'],
] as const;

const nativeRoutes = [
  ['POST', '/api/v1/assets'],
  ['POST', '/api/v1/video-jobs'],
  ['GET', '/api/v1/video-jobs/vj_00000000000000000000000000'],
  ['GET', '/api/v1/video-jobs/vj_00000000000000000000000000/video'],
] as const;

describe('the compatible API', () => {
  it.each(compatibleRoutes)(
    '[auth.key-required][auth.every-route] %s %s without a key is 401 api_key_required',
    async (method, path) => {
      const response = await send(shared.gateway.tasksUrl + path, { method });
      expectApiError(response, { status: 401, code: 'api_key_required' });
    },
  );

  it.each(compatibleRoutes)(
    '[auth.key-invalid][auth.every-route] %s %s with an unknown key is 401 api_key_invalid',
    async (method, path) => {
      const response = await send(shared.gateway.tasksUrl + path, {
        method,
        headers: { authorization: 'Bearer nobody-has-this-key' },
      });
      expectApiError(response, { status: 401, code: 'api_key_invalid' });
    },
  );

  it.each(['', 'Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', 'Token abc'])(
    '[auth.key-required] an Authorization header of "%s" brings no Bearer key',
    async (authorization) => {
      const response = await send(`${shared.gateway.tasksUrl}/v1/models`, {
        headers: { authorization },
      });
      expectApiError(response, { status: 401, code: 'api_key_required' });
    },
  );

  it('[auth.key-invalid] a key with one character changed is refused without being repeated', async () => {
    const key = shared.gateway.apiUserKey;
    const last = key.at(-1) === 'a' ? 'b' : 'a';
    const altered = key.slice(0, -1) + last;
    const response = await send(`${shared.gateway.tasksUrl}/v1/models`, {
      headers: { authorization: `Bearer ${altered}` },
    });
    expectApiError(response, { status: 401, code: 'api_key_invalid' });
    expect(response.text).not.toContain(altered);
  });

  it.each(['bearer', 'BEARER', 'Bearer'])(
    '[auth.key-required] the scheme "%s" is read in any case (RFC 9110 §11.1)',
    async (scheme) => {
      const response = await send(`${shared.gateway.tasksUrl}/v1/models`, {
        headers: { authorization: `${scheme} ${shared.gateway.apiUserKey}` },
      });
      expect(response.status).toBe(200);
    },
  );

  it('[auth.key-required] a key in the query string does not count', async () => {
    const { tasksUrl, apiUserKey } = shared.gateway;
    const response = await send(`${tasksUrl}/v1/models?key=${apiUserKey}&api_key=${apiUserKey}`);
    expectApiError(response, { status: 401, code: 'api_key_required' });
  });

  it('[auth.upstream-key-not-compatible] the upstream key opens none of its routes', async () => {
    const client = tasksClient(shared.gateway.tasksUrl, shared.gateway.upstreamApiKey);
    for (const [method, path] of compatibleRoutes) {
      const response = await client.request(path, { method });
      expectApiError(response, { status: 401, code: 'api_key_invalid' });
    }
  });
});

describe('a changed API user', () => {
  it('[auth.disabled-at-once][invariants.i12-revoked-credential] is refused from the next request when disabled, and let in again when enabled', async () => {
    const user = await shared.newUser();
    const task = taskOf(await user.create(smallest(parked('before the user is disabled'))));

    await shared.gateway.adminSend('PATCH', `api-users/${user.id}`, { enabled: false });
    const routes = ['/v1/models', '/v1/videos', `/v1/videos/${task.id}`];
    for (const path of routes) {
      expectApiError(await user.request(path), { status: 401, code: 'api_key_invalid' });
    }
    const refused = await user.create(smallest(parked('while disabled')));
    expectApiError(refused, { status: 401, code: 'api_key_invalid' });

    await shared.gateway.adminSend('PATCH', `api-users/${user.id}`, { enabled: true });
    expect((await user.read(task.id)).id).toBe(task.id);
  });

  it('[auth.rotated-at-once][invariants.i12-revoked-credential] has only the new key after rotation, with the same tasks behind it', async () => {
    const user = await shared.newUser();
    const task = taskOf(await user.create(smallest(parked('before the rotation'))));
    const rotated = await shared.gateway.adminFetch(`api-users/${user.id}/rotate`, {
      method: 'POST',
    });
    const { key } = JSON.parse(rotated.text) as { readonly key: string };

    expectApiError(await user.request('/v1/models'), { status: 401, code: 'api_key_invalid' });
    const renewed = tasksClient(shared.gateway.tasksUrl, key);
    expect((await renewed.read(task.id)).id).toBe(task.id);
  });
});

describe('the native API', () => {
  it.each(nativeRoutes)(
    '[auth.native-key] %s %s without a key is 401 api_key_required',
    async (method, path) => {
      const response = await send(shared.gateway.tasksUrl + path, { method });
      expectApiError(response, { status: 401, code: 'api_key_required' });
    },
  );

  it.each(nativeRoutes)(
    '[auth.native-key] %s %s with a wrong key is 401 api_key_invalid',
    async (method, path) => {
      const response = await send(shared.gateway.tasksUrl + path, {
        method,
        headers: { authorization: `Bearer ${shared.gateway.upstreamApiKey}x` },
      });
      expectApiError(response, { status: 401, code: 'api_key_invalid' });
    },
  );

  it.each(nativeRoutes)(
    '[auth.user-key-not-native] %s %s does not open to an API user',
    async (method, path) => {
      const response = await shared.tasks.request(path, { method });
      expectApiError(response, { status: 401, code: 'api_key_invalid' });
    },
  );
});

describe('without a configured upstream key', () => {
  const keyless = useGateway(() => ({ env: { FILMGATE_NATIVE_API_KEY: undefined } }));

  it.each(nativeRoutes)(
    '[auth.native-unset] %s %s is 401 with any key and with none',
    async (method, path) => {
      for (const authorization of ['', 'Bearer ', 'Bearer undefined', 'Bearer anything']) {
        const response = await send(keyless.gateway.tasksUrl + path, {
          method,
          headers: { authorization },
        });
        expect(response.status).toBe(401);
      }
    },
  );
});
