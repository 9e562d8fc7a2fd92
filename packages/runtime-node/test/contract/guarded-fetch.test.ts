import { createServer, type IncomingMessage } from 'node:http';
import { createSecureServer } from 'node:http2';
import { describe, expect, test } from 'vitest';
import { createGuardedFetch } from '../../src/guarded-fetch/guarded-fetch.ts';
import type { Listener } from '../support/listen.ts';
import { createSelfSignedCertificate } from '../support/self-signed-certificate.ts';
import {
  fetchFrom,
  guard,
  HOST,
  optionsFor,
  rawSite,
  reasonFrom,
  site,
  start,
} from '../support/site.ts';

describe('a good response', () => {
  test('gives the bytes and what the server claims they are', async () => {
    const where = await site((_, response) => {
      response.setHeader('content-type', 'Image/PNG; charset=binary');
      response.end('picture');
    });
    const found = await fetchFrom(where);
    expect(found).toEqual({
      kind: 'fetched',
      bytes: new Uint8Array(Buffer.from('picture')),
      contentType: 'image/png',
    });
  });

  test('may claim nothing, be empty, or come in pieces', async () => {
    expect(await fetchFrom(await site((_, response) => response.end()))).toMatchObject({
      contentType: null,
      bytes: new Uint8Array(0),
    });
    const pieces =
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n1\r\nb\r\n2\r\ncd\r\n0\r\n\r\n';
    expect(await fetchFrom(await rawSite(pieces, 'leave-open'))).toMatchObject({
      bytes: new Uint8Array(Buffer.from('abcd')),
    });
  });

  test('is asked for plainly: by name, without cookies, compression or credentials', async () => {
    let asked: IncomingMessage | undefined;
    const where = await site((request, response) => {
      asked = request;
      response.end('x');
    });
    await fetchFrom(where);
    expect([asked?.method, asked?.url, asked?.httpVersion]).toEqual([
      'GET',
      '/image.png?size=2',
      '1.1',
    ]);
    expect(asked?.headers).toEqual({
      host: `${HOST}:${where.port}`,
      connection: 'close',
      accept: '*/*',
      'accept-encoding': 'identity',
      'user-agent': 'filmgate',
    });
  });

  test('leaves no connection behind, and the next fetch opens its own', async () => {
    const where = await site((_, response) => response.end('x'));
    const fetch = guard(where.port);
    await fetch(where.url);
    await where.allClosed();
    await fetch(where.url);
    await where.allClosed();
    expect(where.connections()).toBe(2);
  });

  test('is found at the second address when the first does not listen', async () => {
    const where = await site((_, response) => response.end('x'));
    expect(await reasonFrom(where, { resolveHost: async () => ['127.0.0.77', '127.0.0.1'] })).toBe(
      'fetched',
    );
  });
});

describe('https', () => {
  const own = createSelfSignedCertificate(HOST);
  const foreign = createSelfSignedCertificate('other.example.com');

  async function secureSite(
    pair: typeof own,
    seen: { versions: string[]; names: (string | false | undefined)[] },
  ): Promise<Listener> {
    const server = createSecureServer(
      { key: pair.privateKey, cert: pair.certificate, allowHTTP1: true },
      (request, response) => {
        seen.versions.push(request.httpVersion);
        response.end('secret');
      },
    );
    server.on('secureConnection', (socket: { servername?: string | false }) =>
      seen.names.push(socket.servername),
    );
    return await start(server);
  }

  async function fetchSecurely(pair: typeof own, certificateAuthorities?: readonly string[]) {
    const seen = { versions: [] as string[], names: [] as (string | false | undefined)[] };
    const { port } = await secureSite(pair, seen);
    const allowedHosts = [
      { scheme: 'https', host: HOST, subdomains: false, port, admitsPrivate: true },
    ] as const;
    const trust = certificateAuthorities === undefined ? {} : { certificateAuthorities };
    const found = await guard(port, { allowedHosts, ...trust })(`https://${HOST}:${port}/`);
    return { found, seen };
  }

  test('is spoken with the name of the host, over HTTP/1.1 even where HTTP/2 is offered', async () => {
    const { found, seen } = await fetchSecurely(own, [own.certificate]);
    expect(found).toMatchObject({ kind: 'fetched', bytes: new Uint8Array(Buffer.from('secret')) });
    expect(seen).toEqual({ versions: ['1.1'], names: [HOST] });
  });

  test('refuses a certificate without a trusted issuer', async () => {
    const { found, seen } = await fetchSecurely(own);
    expect(found).toMatchObject({ kind: 'refused', reason: 'unreachable' });
    expect(seen.versions).toEqual([]);
  });

  test('refuses a certificate for another name', async () => {
    const { found, seen } = await fetchSecurely(foreign, [foreign.certificate]);
    expect(found).toMatchObject({ kind: 'refused', reason: 'unreachable' });
    expect(seen.versions).toEqual([]);
  });
});

describe('malformed responses', () => {
  test.for([201, 204, 206, 400, 401, 403, 404, 410, 429, 500, 503])(
    'status %i is refused',
    async (status) => {
      const where = await site((_, response) => {
        response.statusCode = status;
        response.end();
      });
      const found = await fetchFrom(where);
      expect(found).toMatchObject({ kind: 'refused', reason: 'status-not-ok' });
      expect(found.kind === 'refused' ? found.message : '').toContain(`status ${status}`);
    },
  );

  test.for([
    ['garbage', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['headers without end', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(10_000)}`],
    [
      'two different lengths',
      'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 9\r\n\r\nhello',
    ],
    ['nothing', ''],
  ] as const)('%s is refused', async ([, response]) => {
    expect(await reasonFrom(await rawSite(response, 'close'))).toBe('unreachable');
  });

  test('a port without a listener is refused', async () => {
    const where = await site((_, response) => response.end());
    await where.close();
    expect(await reasonFrom(where)).toBe('unreachable');
  });

  test.for([
    ['no address', async () => []],
    ['a failing resolver', () => Promise.reject(new Error('SERVFAIL at 10.0.0.53'))],
  ] as const)('%s is refused without its cause', async ([, resolveHost]) => {
    const where = await site((_, response) => response.end());
    const found = await fetchFrom(where, { resolveHost });
    expect(found).toEqual({
      kind: 'refused',
      reason: 'host-unresolved',
      message: `The host "${HOST}" has no address.`,
    });
    expect(where.connections()).toBe(0);
  });

  test('the system resolver is used when none is given', async () => {
    const listener = await start(createServer((_, response) => response.end('local')));
    const allowedHosts = [
      {
        scheme: 'http',
        host: 'localhost',
        subdomains: false,
        port: listener.port,
        admitsPrivate: true,
      },
    ] as const;
    const { resolveHost, ...options } = optionsFor(listener.port, { allowedHosts });
    expect(resolveHost).toBeDefined();
    const found = await createGuardedFetch(options)(`http://localhost:${listener.port}/`);
    expect(found).toMatchObject({ kind: 'fetched' });
  });
});
