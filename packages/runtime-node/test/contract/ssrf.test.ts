import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type AllowedHost,
  effectivePort,
  unbracketedHost,
} from '../../src/guarded-fetch/parse-allowed-hosts.ts';
import { createGuardedFetch, type GuardedFetch } from '../../src/guarded-fetch/guarded-fetch.ts';
import type { GuardedFetchOptions } from '../../src/guarded-fetch/open-guarded.ts';
import { createRawServer, type Listener, listen } from '../support/listen.ts';
import { hostileUrls } from './ssrf-corpus.ts';

/** Must receive no connection in any test here, except the one that proves it would. */
let sentinel: Listener;
let sentinel6: Listener | undefined;

beforeAll(async () => {
  sentinel = await listen(createServer((socket) => socket.destroy()));
  sentinel6 = await listen(
    createServer((socket) => socket.destroy()),
    '::1',
  ).catch(() => undefined);
});

afterEach(() => {
  expect(sentinel.connections()).toBe(0);
  expect(sentinel6?.connections() ?? 0).toBe(0);
});

afterAll(async () => {
  await sentinel.close();
  await sentinel6?.close();
});

function guard(options: Partial<GuardedFetchOptions>): GuardedFetch {
  return createGuardedFetch({
    allowedHosts: 'any-public',
    maxBytes: 1000,
    timeoutMs: 5000,
    idleTimeoutMs: 2000,
    resolveHost: async () => ['127.0.0.1', '::1'],
    ...options,
  });
}

function entry(changes: Partial<AllowedHost>): AllowedHost {
  return {
    scheme: 'http',
    host: 'files.example.com',
    subdomains: false,
    port: sentinel.port,
    admitsPrivate: false,
    ...changes,
  };
}

async function reasonOf(fetch: GuardedFetch, url: string): Promise<string> {
  const found = await fetch(url);
  return found.kind === 'refused' ? found.reason : found.kind;
}

test('the corpus has 120 URLs or more, no two alike', () => {
  expect(hostileUrls.length).toBeGreaterThanOrEqual(120);
  expect(new Set(hostileUrls.map(({ url }) => url)).size).toBe(hostileUrls.length);
});

describe('hostile URLs', () => {
  const rows = hostileUrls.map((row) => ({ ...row, title: JSON.stringify(row.url).slice(0, 70) }));

  test.for(rows)('from any public host: $title is $reason', async ({ url, reason }) => {
    const asked = url.replaceAll('PORT', `${sentinel.port}`);
    expect(await reasonOf(guard({}), asked)).toBe(reason);
  });

  test.for(rows)('where other hosts are listed: $title', async ({ url }) => {
    const allowedHosts = [
      entry({}),
      entry({ host: 'example.org', subdomains: true }),
      entry({ scheme: 'https', host: 'localhost.evil' }),
    ];
    expect(
      await reasonOf(guard({ allowedHosts }), url.replaceAll('PORT', `${sentinel.port}`)),
    ).not.toBe('fetched');
  });

  // The hardest case: the operator listed exactly this host on exactly the sentinel's port, but not as private.
  const connectable = rows.filter(({ url }) =>
    /^https?:$/.test(URL.parse(url.replaceAll('PORT', '1'))?.protocol ?? ''),
  );

  test.for(connectable)('where its very host is listed: $title', async ({ url }) => {
    const aimed = new URL(url.replaceAll('PORT', `${sentinel.port}`));
    aimed.protocol = 'http:';
    aimed.port = `${sentinel.port}`;
    const allowedHosts = [entry({ host: unbracketedHost(aimed), port: effectivePort(aimed) })];
    expect(await reasonOf(guard({ allowedHosts }), aimed.href)).not.toBe('fetched');
  });
});

describe('names that lead to a bad address', () => {
  test.for([
    [['127.0.0.1'], 'address-not-allowed'],
    [['::1'], 'address-not-allowed'],
    [['::ffff:127.0.0.1'], 'address-not-allowed'],
    [['169.254.169.254'], 'address-not-allowed'],
    [['8.8.8.8', '127.0.0.1'], 'address-not-allowed'],
    [['127.0.0.1', '8.8.8.8'], 'address-not-allowed'],
    [['2606:4700::1111', '10.0.0.1'], 'address-not-allowed'],
    [['not an address'], 'address-not-allowed'],
    [[''], 'address-not-allowed'],
    [[], 'host-unresolved'],
  ] as const)('%j is %s', async ([addresses, reason]) => {
    const allowedHosts = [entry({})];
    const fetch = guard({ allowedHosts, resolveHost: async () => addresses });
    expect(await reasonOf(fetch, `http://files.example.com:${sentinel.port}/`)).toBe(reason);
  });

  test('a metadata address is refused even where private addresses are admitted', async () => {
    const allowedHosts = [entry({ admitsPrivate: true })];
    const fetch = guard({ allowedHosts, resolveHost: async () => ['169.254.169.254'] });
    expect(await reasonOf(fetch, `http://files.example.com:${sentinel.port}/`)).toBe(
      'address-not-allowed',
    );
  });

  test('the message names the caller’s host and no address', async () => {
    const fetch = guard({ allowedHosts: [entry({})], resolveHost: async () => ['10.20.30.40'] });
    const found = await fetch(`http://files.example.com:${sentinel.port}/secret?token=1`);
    expect(found).toEqual({
      kind: 'refused',
      reason: 'address-not-allowed',
      message: 'The host "files.example.com" does not have a public address.',
      admittedBy: `private:http://files.example.com:${sentinel.port}`,
    });
  });

  test('[results.permission] no entry is named that would not admit it', async () => {
    const fetch = guard({
      allowedHosts: [entry({})],
      resolveHost: async () => ['169.254.169.254'],
    });
    const found = await fetch(`http://files.example.com:${sentinel.port}/`);
    expect(found).not.toHaveProperty('admittedBy');
  });
});

describe('rebinding', () => {
  test('a name is resolved once for each fetch: the checked address is the connected one', async () => {
    const first = await listen(
      createRawServer('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nfirst', 'leave-open'),
    );
    const resolveHost = vi.fn(async () =>
      resolveHost.mock.calls.length === 1 ? ['127.0.0.1'] : ['127.0.0.99'],
    );
    const fetch = guard({
      allowedHosts: [entry({ port: first.port, admitsPrivate: true })],
      resolveHost,
    });
    const found = await fetch(`http://files.example.com:${first.port}/`);
    await first.close();
    expect(found).toMatchObject({ kind: 'fetched', bytes: new Uint8Array(Buffer.from('first')) });
    expect(resolveHost).toHaveBeenCalledOnce();
  });

  test('every fetch is checked again', async () => {
    const server = await listen(
      createRawServer('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nfirst', 'leave-open'),
    );
    const responses = [['127.0.0.1'], ['169.254.169.254']];
    const allowedHosts = [entry({ port: server.port, admitsPrivate: true })];
    const fetch = guard({ allowedHosts, resolveHost: async () => responses.shift() ?? [] });
    const url = `http://files.example.com:${server.port}/`;
    expect([await reasonOf(fetch, url), await reasonOf(fetch, url)]).toEqual([
      'fetched',
      'address-not-allowed',
    ]);
    expect(server.connections()).toBe(1);
    await server.close();
  });
});

describe('ways around the check', () => {
  test.for(['302', '301', '303', '307', '308', '300'])(
    'a %s to the sentinel is not followed',
    async (status) => {
      for (const location of [
        `http://127.0.0.1:${sentinel.port}/`,
        `http://[::1]:${sentinel.port}/`,
        '//169.254.169.254/',
      ]) {
        const response = `HTTP/1.1 ${status} Moved\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`;
        const server = await listen(createRawServer(response, 'leave-open'));
        const fetch = guard({
          allowedHosts: [entry({ port: server.port, admitsPrivate: true })],
          resolveHost: async () => ['127.0.0.1'],
        });
        expect(await reasonOf(fetch, `http://files.example.com:${server.port}/`)).toBe(
          'redirected',
        );
        await server.close();
      }
    },
  );

  test('proxy variables are not read', async () => {
    const proxy = `http://127.0.0.1:${sentinel.port}`;
    for (const name of [
      'HTTP_PROXY',
      'HTTPS_PROXY',
      'ALL_PROXY',
      'http_proxy',
      'https_proxy',
      'NODE_USE_ENV_PROXY',
    ]) {
      vi.stubEnv(name, name === 'NODE_USE_ENV_PROXY' ? '1' : proxy);
    }
    const server = await listen(
      createRawServer('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok', 'leave-open'),
    );
    const fetch = guard({
      allowedHosts: [entry({ port: server.port, admitsPrivate: true })],
      resolveHost: async () => ['127.0.0.1'],
    });
    expect(await reasonOf(fetch, `http://files.example.com:${server.port}/`)).toBe('fetched');
    vi.unstubAllEnvs();
    await server.close();
  });
});

test('control: the same guard does connect where an operator admitted the host', async () => {
  const target = await listen(createServer((socket) => socket.destroy()));
  const fetch = guard({ allowedHosts: [entry({ port: target.port, admitsPrivate: true })] });
  expect(await reasonOf(fetch, `http://files.example.com:${target.port}/`)).toBe('unreachable');
  expect(target.connections()).toBeGreaterThanOrEqual(1);
  await target.close();
});
