import { describe, expect, it } from 'vitest';
import { sendRaw } from './raw-http.ts';
import { jsonOf } from './response.ts';
import { useGateway } from './use-gateway.ts';

type Lines = readonly (readonly [name: string, value: string])[];

const proxied = useGateway(() => ({ env: { FILMGATE_TRUST_PROXY: '127.0.0.1,127.0.0.3' } }));

const forwardedFor = (...values: readonly string[]): Lines =>
  values.map((value) => ['X-Forwarded-For', value]);

async function statusOf(headers: Lines, password: string, localAddress = '127.0.0.1') {
  const response = await sendRaw({
    url: `${proxied.gateway.localUrl}/api/v1/auth/login`,
    method: 'POST',
    headers: [['Content-Type', 'application/json'], ...headers],
    body: JSON.stringify({ username: 'admin', password }),
    localAddress,
  });
  return response.status;
}

describe('behind a proxy', () => {
  it.each([
    ['the left part is forged', 1, (index: number) => [`192.0.2.${index}, 198.51.100.1`]],
    ['another line is forged', 2, (index: number) => [`192.0.2.${index}`, '198.51.100.2']],
    [
      'a second proxy stands between',
      3,
      (index: number) => [`192.0.2.${index}, 198.51.100.3, 127.0.0.3`],
    ],
    [
      'it is written as IPv6 every other time',
      4,
      (index: number) => [index % 2 === 0 ? '198.51.100.4' : '::ffff:198.51.100.4'],
    ],
  ])(
    '[guessing.address-forged] failed logins count against the right-most untrusted address, when %s',
    async (_when, last, valuesOf) => {
      for (let index = 0; index < 5; index += 1)
        expect(await statusOf(forwardedFor(...valuesOf(index)), 'guessed')).toBe(401);
      const { adminPassword } = proxied.gateway;
      expect(await statusOf(forwardedFor(...valuesOf(5)), adminPassword)).toBe(429);
      const neighbour = forwardedFor(`198.51.100.${last}, 198.51.100.${last + 100}`);
      expect(await statusOf(neighbour, adminPassword)).toBe(200);
    },
  );

  it('[admin.audit-log.origin] entries of the audit log have the right-most untrusted address', async () => {
    const { adminPassword } = proxied.gateway;
    const forwarded = forwardedFor('192.0.2.1, 203.0.113.7, 127.0.0.3');
    expect(await statusOf(forwarded, adminPassword)).toBe(200);
    const log = await proxied.gateway.adminFetch('audit-log?action=session.login&limit=1');
    expect(jsonOf(log)).toMatchObject({ data: [{ address: '203.0.113.7' }] });
  });

  it('[guessing.address-forged] headers of a caller that is not the proxy are ignored', async () => {
    for (let index = 0; index < 5; index += 1)
      expect(await statusOf(forwardedFor(`192.0.2.${index}`), 'guessed', '127.0.0.9')).toBe(401);
    const { adminPassword } = proxied.gateway;
    expect(await statusOf(forwardedFor('192.0.2.9'), adminPassword, '127.0.0.9')).toBe(429);
  });
});
