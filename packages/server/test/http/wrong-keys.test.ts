import { describe, expect, it } from 'vitest';
import { expectApiError, expectDetail } from './response.ts';
import { sendRaw } from './raw-http.ts';
import { useGateway } from './use-gateway.ts';

/** Maximum number of wrong keys of one caller in 15 minutes that are answered as wrong (docs/operating/access.md). */
const budget = 300;
const metricsToken = 'metrics-token-of-the-tests';

const lookUps = { count: 0 };
const shared = useGateway(() => ({
  env: { FILMGATE_METRICS_TOKEN: metricsToken },
  wrapPorts: (ports) => ({
    ...ports,
    storage: {
      ...ports.storage,
      apiUsers: {
        ...ports.storage.apiUsers,
        authenticate: (input) => {
          lookUps.count += 1;
          return ports.storage.apiUsers.authenticate(input);
        },
      },
    },
  }),
}));

type Gateway = (typeof shared)['gateway'];

const kinds = [
  {
    what: 'API user',
    localAddress: '127.0.1.1',
    url: ({ tasksUrl }: Gateway) => `${tasksUrl}/v1/models`,
    right: ({ apiUserKey }: Gateway) => apiUserKey,
    passed: 200,
  },
  {
    what: 'native API',
    localAddress: '127.0.1.2',
    url: ({ tasksUrl }: Gateway) => `${tasksUrl}/api/v1/video-jobs/none`,
    right: ({ upstreamApiKey }: Gateway) => upstreamApiKey,
    passed: 404,
  },
  {
    what: 'service',
    localAddress: '127.0.1.3',
    url: ({ localUrl }: Gateway) => `${localUrl}/v1/models`,
    right: ({ serviceApiKey }: Gateway) => serviceApiKey,
    passed: 200,
  },
  {
    what: 'metrics',
    localAddress: '127.0.1.4',
    url: ({ localUrl }: Gateway) => `${localUrl}/metrics`,
    right: () => metricsToken,
    passed: 200,
  },
] as const;

describe('wrong keys', () => {
  it.each(kinds)(
    '[guessing.wrong-keys][guessing.right-keys-pass] of the $what are 429 beyond their budget, and the right one passes beside them',
    async ({ what, localAddress, url, right, passed }) => {
      const { gateway } = shared;
      const ask = (key: string, from: string = localAddress) =>
        sendRaw({
          url: url(gateway),
          headers: [['Authorization', `Bearer ${key}`]],
          localAddress: from,
        });
      for (let index = 0; index < budget; index += 1)
        expect((await ask(`wrong-key-${index}`)).status).toBe(401);

      const refused = await ask('one-more-wrong-key');
      if (what === 'metrics') expectDetail(refused, 429);
      else expectApiError(refused, { status: 429, code: 'credentials_throttled' });
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(15 * 60);

      expect((await ask(right(gateway))).status).toBe(passed);
      expect((await ask('wrong', '127.0.2.1')).status).toBe(401);
      const without = await sendRaw({ url: url(gateway), localAddress });
      expect(without.status).toBe(401);
    },
    60_000,
  );

  it.each([
    ['disabled', '127.0.1.5'],
    ['replaced', '127.0.1.6'],
    ['erased', '127.0.1.7'],
  ])(
    '[guessing.known-keys] an API user whose key was %s hears 401 for as long as it asks',
    async (what, localAddress) => {
      const user = await shared.newUser();
      const ask = (key: string) =>
        sendRaw({
          url: `${shared.gateway.tasksUrl}/v1/models`,
          headers: [['Authorization', `Bearer ${key}`]],
          localAddress,
        });
      const { adminSend } = shared.gateway;
      if (what === 'disabled') await adminSend('PATCH', `api-users/${user.id}`, { enabled: false });
      if (what === 'replaced') await adminSend('POST', `api-users/${user.id}/rotate`, {});
      if (what === 'erased')
        await adminSend('POST', `api-users/${user.id}/erase`, { confirm: user.id });
      for (let index = 0; index <= budget; index += 1)
        expectApiError(await ask(user.key), { status: 401, code: 'api_key_invalid' });
      // None of these counted: a guess is still answered as wrong.
      expect((await ask('a-guess')).status).toBe(401);
    },
    60_000,
  );

  it('[guessing.known-keys] callers with the service key of before hear 401 for as long as they ask', async () => {
    const { gateway } = shared;
    const ask = (key: string) =>
      sendRaw({
        url: `${gateway.localUrl}/v1/models`,
        headers: [['Authorization', `Bearer ${key}`]],
        localAddress: '127.0.1.8',
      });
    await gateway.adminSend('PUT', 'settings', { service_api_key: 'the-next-service-key' });
    for (let index = 0; index <= budget; index += 1)
      expect((await ask(gateway.serviceApiKey)).status).toBe(401);
    expect((await ask('the-next-service-key')).status).toBe(200);
    await gateway.adminSend('PUT', 'settings', { service_api_key: null });
    expect((await ask(gateway.serviceApiKey)).status).toBe(200);
  }, 60_000);

  it('[guessing.wrong-keys] whose checksum is wrong are never looked up', async () => {
    const { gateway } = shared;
    lookUps.count = 0;
    for (const key of ['nonsense', `${gateway.apiUserKey}x`, gateway.apiUserKey.slice(0, -1)]) {
      const headers = [['Authorization', `Bearer ${key}`]] as const;
      await sendRaw({ url: `${gateway.tasksUrl}/v1/models`, headers });
    }
    expect(lookUps.count).toBe(0);
  });
});
