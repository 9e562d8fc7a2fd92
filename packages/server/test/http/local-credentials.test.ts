import { describe, expect, it } from 'vitest';
import { expectApiError, send } from './response.ts';
import { saying } from './local-client.ts';
import { sendRaw } from './raw-http.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
const open = useGateway(() => ({ env: { FILMGATE_SERVICE_API_KEY: '' } }));

const routes = [
  ['GET', '/v1/models'],
  ['POST', '/v1/chat/completions'],
  ['POST', '/v1/images/generations'],
  ['POST', '/v1/images/edits'],
  ['GET', '/api/v1/video-pool-capacity'],
] as const;

const ask = (path: string, headers: Readonly<Record<string, string>>, method = 'GET') =>
  send(shared.gateway.localUrl + path, { method, headers });

describe('the service key', () => {
  it('[local.auth.bearer][local.auth.x-api-key] opens the API by either header', async () => {
    const { serviceApiKey } = shared.gateway;
    const bearer = await ask('/v1/models', { authorization: `Bearer ${serviceApiKey}` });
    const header = await ask('/v1/models', { 'x-api-key': serviceApiKey });
    expect([bearer.status, header.status]).toEqual([200, 200]);
    expect(header.text).toBe(bearer.text);
  });

  it('[local.auth.bearer-wins] a Bearer key counts where both are sent', async () => {
    const { serviceApiKey } = shared.gateway;
    const good = { authorization: `Bearer ${serviceApiKey}`, 'x-api-key': 'wrong' };
    expect((await ask('/v1/models', good)).status).toBe(200);
    const bad = { authorization: 'Bearer wrong', 'x-api-key': serviceApiKey };
    expectApiError(await ask('/v1/models', bad), { status: 401, code: 'api_key_invalid' });
  });

  it('[local.auth.x-api-key] counts beside an Authorization of another scheme', async () => {
    const headers = { authorization: 'Basic YTpi', 'x-api-key': shared.gateway.serviceApiKey };
    expect((await ask('/v1/models', headers)).status).toBe(200);
  });

  it.each(routes)('[local.auth.required] %s %s asks for it', async (method, path) => {
    const response = await ask(path, {}, method);
    expectApiError(response, { status: 401, code: 'api_key_required' });
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });

  it.each(routes)('[local.auth.invalid] %s %s refuses every other key', async (method, path) => {
    const { apiUserKey, upstreamApiKey, serviceApiKey } = shared.gateway;
    const keys = ['wrong', apiUserKey, upstreamApiKey, `${serviceApiKey}x`, serviceApiKey.slice(1)];
    for (const key of keys) {
      for (const headers of [{ authorization: `Bearer ${key}` }, { 'x-api-key': key }]) {
        const response = await ask(path, headers, method);
        expectApiError(response, { status: 401, code: 'api_key_invalid' });
      }
    }
  });

  it('[local.auth.invalid] is refused when it is sent twice', async () => {
    const { localUrl, serviceApiKey } = shared.gateway;
    for (const name of ['Authorization', 'X-API-Key']) {
      const value = name === 'Authorization' ? `Bearer ${serviceApiKey}` : serviceApiKey;
      const headers = [
        [name, value],
        [name, value],
      ] as const;
      const response = await sendRaw({ url: `${localUrl}/v1/models`, headers });
      expectApiError(response, { status: 401, code: 'api_key_invalid' });
    }
  });

  it.each(['api_key', 'key', 'x-api-key', 'authorization'])(
    '[local.auth.not-in-query] is not taken from the query (%s)',
    async (name) => {
      const response = await ask(`/v1/models?${name}=${shared.gateway.serviceApiKey}`, {});
      expectApiError(response, { status: 401, code: 'api_key_required' });
    },
  );

  it('[local.auth.no-admin] opens nothing of the administrator', async () => {
    const { serviceApiKey } = shared.gateway;
    for (const path of ['/api/v1/admin/jobs', '/api/v1/admin/accounts', '/api/v1/auth/session']) {
      const response = await ask(path, { authorization: `Bearer ${serviceApiKey}` });
      expect(response.status).toBe(401);
    }
  });

  it('[local.checks.order] is checked before the body', async () => {
    const response = await send(`${shared.gateway.localUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expectApiError(response, { status: 401, code: 'api_key_required' });
  });
});

describe('without a configured service key', () => {
  it('[local.auth.empty-key] nothing is asked for, and any key passes', async () => {
    const { localUrl } = open.gateway;
    for (const headers of [{}, { authorization: 'Bearer whatever' }, { 'x-api-key': 'any' }]) {
      expect((await send(`${localUrl}/v1/models`, { headers })).status).toBe(200);
    }
    const response = await send(`${localUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'imgA-1x1-1k', ...saying('open to all [[mock:run=0s]]') }),
    });
    expect(response.status).toBe(200);
  });

  it('[local.auth.no-admin] the administrator is still asked for', async () => {
    expect((await send(`${open.gateway.localUrl}/api/v1/admin/jobs`)).status).toBe(401);
  });
});
