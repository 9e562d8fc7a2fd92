import { createServer } from 'node:https';
import { describe, expect, test } from 'vitest';
import { createGuardedFetch } from '../../src/guarded-fetch/guarded-fetch.ts';
import type { GuardedFetchOptions } from '../../src/guarded-fetch/open-guarded.ts';
import type { AllowedHost } from '../../src/guarded-fetch/parse-allowed-hosts.ts';
import { connectProxy, forwardTo } from '../support/connect-proxy.ts';
import { createSelfSignedCertificate } from '../support/self-signed-certificate.ts';
import { HOST, start } from '../support/site.ts';

const own = createSelfSignedCertificate(HOST);
const url = `https://${HOST}/image.png`;
const listed: AllowedHost = {
  scheme: 'https',
  host: HOST,
  subdomains: false,
  port: 443,
  admitsPrivate: false,
};

/** A site with TLS behind a proxy, and a fetch through it. */
async function behindProxy(changes: Partial<GuardedFetchOptions> = {}, bypass: string[] = []) {
  const names: unknown[] = [];
  const server = createServer({ key: own.privateKey, cert: own.certificate }, (_, response) =>
    response.end('secret'),
  );
  server.on('secureConnection', ({ servername }: { servername?: unknown }) =>
    names.push(servername),
  );
  const { port } = await start(server);
  const proxy = await connectProxy((carried) => forwardTo(port, carried));
  const fetch = createGuardedFetch({
    allowedHosts: 'any-public',
    maxBytes: 1_000,
    timeoutMs: 5_000,
    idleTimeoutMs: 2_000,
    resolveHost: async () => ['93.184.215.14'],
    certificateAuthorities: [own.certificate],
    proxy: proxy.outbound(bypass),
    ...changes,
  });
  return { fetch, proxy, names, to: () => proxy.connects.map((one) => one.to) };
}

describe('a fetch through a proxy', () => {
  test('[providers.proxy.checked-address] names the checked address to it, and the host only inside TLS', async () => {
    const { fetch, proxy, names, to } = await behindProxy();
    expect(await fetch(url)).toMatchObject({ bytes: new Uint8Array(Buffer.from('secret')) });
    expect(to()).toEqual(['93.184.215.14:443']);
    expect(names).toEqual([HOST]);
    expect(proxy.carried().toString('latin1')).not.toContain('image.png');
    await proxy.allClosed();
  });

  test.for([
    [['10.0.0.1'], 'address-not-allowed'],
    [['127.0.0.1'], 'address-not-allowed'],
    [['93.184.215.14', '169.254.169.254'], 'address-not-allowed'],
    [['fd00:ec2::254'], 'address-not-allowed'],
    [[], 'host-unresolved'],
  ] as const)(
    '[providers.proxy.checked-address] to %j is refused without it: %s',
    async ([addresses, reason]) => {
      for (const changes of [{}, { allowedHosts: [listed] }, { namesToProxy: true }]) {
        const { fetch, proxy } = await behindProxy({
          ...changes,
          resolveHost: async () => addresses,
        });
        expect(await fetch(url)).toMatchObject({ kind: 'refused', reason });
        expect(proxy.connections()).toBe(0);
      }
    },
  );

  test.for([
    'https://10.0.0.1/',
    'https://169.254.169.254/',
    'https://[::1]/',
    'https://localhost/',
  ])('[providers.proxy.checked-address] to %s is refused without it', async (literal) => {
    const { fetch, proxy } = await behindProxy({ namesToProxy: true });
    expect((await fetch(literal)).kind).toBe('refused');
    expect(proxy.connections()).toBe(0);
  });

  test('[providers.proxy.names] of a listed host without an address here may name the host, if the caller says so', async () => {
    const unresolved = async () => await Promise.reject(new Error('ENOTFOUND'));
    const changes = { allowedHosts: [listed], resolveHost: unresolved, namesToProxy: true };
    const { fetch, to } = await behindProxy(changes);
    expect((await fetch(url)).kind).toBe('fetched');
    expect(to()).toEqual([`${HOST}:443`]);
  });

  test('[providers.proxy.checked-address] tries the addresses in turn, IPv4 first', async () => {
    const proxy = await connectProxy(() => (socket) => void socket.end('HTTP/1.1 502 x\r\n\r\n'));
    const addresses = ['2606:4700::1111', '93.184.215.14', '8.8.8.8'];
    const { fetch } = await behindProxy({
      resolveHost: async () => addresses,
      proxy: proxy.outbound(),
    });
    const found = await fetch(url);
    expect(proxy.connects.map(({ to }) => to)).toEqual([
      '93.184.215.14:443',
      '8.8.8.8:443',
      '[2606:4700::1111]:443',
    ]);
    expect(found).toEqual({
      kind: 'refused',
      reason: 'unreachable',
      message: `The host "${HOST}" could not be reached.`,
      proxyFault: `the proxy 127.0.0.1:${proxy.port} refused to connect to [2606:4700::1111]:443: 502`,
    });
  });

  test('[providers.proxy.tls] is refused if the host behind it has another certificate', async () => {
    const other = createSelfSignedCertificate('other.example.com');
    const { fetch, to } = await behindProxy({ certificateAuthorities: [other.certificate] });
    expect(await fetch(url)).toMatchObject({ reason: 'unreachable' });
    expect(to()).toHaveLength(1);
  });

  test('[providers.proxy.bypass] is direct for hosts and addresses of the list, and for loopback', async () => {
    for (const [entry, address] of [
      [HOST, '93.184.215.14'],
      ['192.0.2.0/24', '192.0.2.1'],
      ['x.example', '127.0.0.1'],
    ] as const) {
      const allowedHosts = [{ ...listed, admitsPrivate: true, port: 1 }];
      const changes = { allowedHosts, resolveHost: async () => [address], timeoutMs: 300 };
      const { fetch, proxy } = await behindProxy(changes, [entry]);
      expect((await fetch(`https://${HOST}:1/`)).kind).toBe('refused');
      expect(proxy.connections()).toBe(0);
    }
  });

  test('[providers.proxy.timeout] is given up with a resolver that hangs', async () => {
    const { fetch, proxy } = await behindProxy({
      resolveHost: () => Promise.withResolvers<string[]>().promise,
      idleTimeoutMs: 50,
    });
    expect(await fetch(url)).toMatchObject({ kind: 'refused', reason: 'timed-out' });
    expect(proxy.connections()).toBe(0);
  });
});
