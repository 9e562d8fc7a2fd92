import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { whyUnanswered } from '@filmgate/core';
import { createOutboundProxy, createProxiedConnector, parseProxyUrl } from '@filmgate/runtime-node';
import { createHttpTransport, NotSent } from '@filmgate/upstream-http';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkProviders } from '../../src/commands/providers.ts';
import { createReferenceFetch } from '../../src/compose/reference-fetch.ts';
import { createOpenUrl } from '../../src/providers/open-client.ts';
import { readSettings } from '../../src/settings/read-settings.ts';

const host = 'api.example.com';
const password = 'p@ss-word';
let identity: { readonly key: string; readonly cert: string };
const closers: (() => void)[] = [];

beforeAll(async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'filmgate-proxy-'));
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const files = ['-keyout', 'key', '-out', 'cert', '-days', '2'];
  await promisify(execFile)('openssl', ['req', '-x509', ...newKey, ...files, ...names], { cwd });
  const [key, cert] = await Promise.all(['key', 'cert'].map((f) => readFile(join(cwd, f), 'utf8')));
  identity = { key: key ?? '', cert: cert ?? '' };
  await rm(cwd, { recursive: true });
});
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts a server; returns its port, and the connections that it got. */
async function listen(server: Server) {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => {
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  return { port: address.port, connections: () => sockets.length };
}

type Deed = (socket: Duplex, request: IncomingMessage) => void;

const says: (text: string) => Deed = (text) => (socket) => void socket.write(text);
const established = 'HTTP/1.1 200 Connection established\r\n\r\n';

/** A provider with TLS behind a proxy, and a transport to it. */
async function provider(respond: RequestListener, deed?: Deed, timeout?: number) {
  const requests: string[] = [];
  const site = await listen(
    createHttpsServer(identity, (request, response) => {
      requests.push(`${request.method} ${request.url} ${String(request.headers['x-key'])}`);
      respond(request, response);
    }),
  );
  const carried: Buffer[] = [];
  const connects: string[] = [];
  const forward: Deed = (socket) => {
    const onwards = connect(site.port, '127.0.0.1', () => socket.write(established));
    socket.on('data', (chunk: Buffer) => carried.push(chunk) > 0 && onwards.write(chunk));
    onwards.on('error', () => socket.destroy()).pipe(socket);
    socket.on('close', () => onwards.destroy());
  };
  const proxyServer = createHttpServer();
  proxyServer.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    // What is left unread would hide the end of the connection.
    socket.resume().on('end', () => socket.end());
    connects.push(request.url ?? '');
    (deed ?? forward)(socket, request);
  });
  const proxy = await listen(proxyServer);
  const reading = parseProxyUrl(
    `http://studio:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}`,
  );
  if (reading.kind === 'refused') throw new Error(reading.rule);
  const outbound = createOutboundProxy(reading.proxy, []);
  const transport = createHttpTransport(`https://${host}/v1`, {}, (options) =>
    createProxiedConnector(outbound, {
      ...options,
      ca: [identity.cert],
      timeout: timeout ?? options.timeout,
    }),
  );
  closers.push(() => void transport.close());
  return { transport, requests, connects, site, proxy, carried: () => Buffer.concat(carried) };
}

const call = (
  method: 'GET' | 'POST',
  more: { signal?: AbortSignal; mayStart?: () => boolean } = {},
) =>
  ({
    method,
    path: '/films',
    headers: { 'x-key': 'secret-key' },
    body: method === 'GET' ? null : '{}',
    signal: AbortSignal.timeout(20_000),
    ...more,
  }) as const;

async function drain({ body }: { readonly body: AsyncIterable<Uint8Array> }): Promise<void> {
  for await (const piece of body) expect(piece.length).toBeGreaterThan(0);
}

const fine: RequestListener = (_, response) => void response.end('{}');

describe('a submission through a proxy', () => {
  it('[providers.proxy.tls][providers.proxy.submissions] is sent once over its own connection, which the proxy cannot read', async () => {
    const { transport, requests, connects, site, carried } = await provider(fine);
    for (const _ of [1, 2]) await drain(await transport.send(call('POST')));
    expect(requests).toEqual(['POST /v1/films secret-key', 'POST /v1/films secret-key']);
    expect(connects).toEqual([`${host}:443`, `${host}:443`]);
    expect(site.connections()).toBe(2);
    expect(carried().toString('latin1')).not.toMatch(/secret-key|films/);
  });

  it('[providers.proxy.submissions] asks for permission when TLS is ready, and not before', async () => {
    const seen: number[] = [];
    const { transport, requests, site } = await provider(fine);
    const mayStart = () => {
      seen.push(site.connections());
      return false;
    };
    await expect(transport.send(call('POST', { mayStart }))).rejects.toBeInstanceOf(NotSent);
    expect(seen).toEqual([1]);
    expect(requests).toEqual([]);
  });

  it.each<[string, Deed, RegExp]>([
    ['407', says('HTTP/1.1 407 x\r\n\r\n'), /the proxy \S+ refused to connect to \S+: 407/],
    ['403', says('HTTP/1.1 403 x\r\n\r\n'), /: 403$/],
    ['502', says('HTTP/1.1 502 x\r\n\r\n'), /: 502$/],
    ['an end', (socket) => void socket.end(), /the proxy \S+ did not connect to \S+: /],
    ['an endless head', says(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(20_000)}`), /HPE_HEADER_OVERFLOW/],
    ['an end after the CONNECT', (socket) => void socket.end(established), / through the proxy /],
    ['no TLS', says(`${established}HTTP/1.1 400 x\r\n\r\n`), / through the proxy /],
    ['a hang', () => undefined, /the proxy \S+ did not connect to \S+: no response in time/],
    ['a hang after the CONNECT', says(established), /timed out while connecting\) through the pro/],
  ])('[providers.proxy.not-sent] is not sent after %s', async (_, deed, reason) => {
    const { transport, requests, site } = await provider(fine, deed, 500);
    const error: unknown = await transport.send(call('POST')).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotSent);
    expect(whyUnanswered(error)).toMatch(reason);
    expect(whyUnanswered(error)).toContain('cannot reach api.example.com: ');
    for (let one: unknown = error; one instanceof Error; one = one.cause)
      expect(`${one.message} ${String(one.stack)} ${JSON.stringify(one)}`).not.toContain(password);
    expect([requests, site.connections()]).toEqual([[], 0]);
  });

  it('[providers.proxy.not-sent] is not sent after an abort during the CONNECT, and its tunnel is closed', async () => {
    const aborting = new AbortController();
    const closed = Promise.withResolvers<void>();
    const { transport, site } = await provider(fine, (socket) => {
      socket.on('close', () => closed.resolve());
      aborting.abort();
    });
    const { signal } = aborting;
    await expect(transport.send(call('POST', { signal }))).rejects.toBeInstanceOf(NotSent);
    await closed.promise;
    expect(site.connections()).toBe(0);
  });

  it('[providers.proxy.not-sent] is unknown once it was sent and its response is lost', async () => {
    const { transport, requests } = await provider(({ socket }) => void socket.destroy());
    const error: unknown = await transport.send(call('POST')).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(NotSent);
    expect(requests).toHaveLength(1);
  });
});

it('[providers.proxy.reads] reads through a proxy share a tunnel', async () => {
  const { transport, requests, connects } = await provider(fine);
  for (const _ of [1, 2, 3]) {
    await drain(await transport.send(call('GET')));
    // A connection is free again some turns after its body was read.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(requests).toHaveLength(3);
  expect(connects).toEqual([`${host}:443`]);
});

/** Settings with a proxy that refuses, and the destinations that it was given. */
async function refusingProxy() {
  const { proxy, connects } = await provider(fine, says('HTTP/1.1 407 x\r\n\r\n'));
  const read = readSettings({
    FILMGATE_KEY_KLING_GLOBAL: 'a-key',
    HTTPS_PROXY: `http://studio:hunter2@127.0.0.1:${proxy.port}`,
  });
  if (read.kind === 'refused') throw new Error(read.problems.join('\n'));
  return { read, connects, name: `127.0.0.1:${proxy.port}` };
}

it('[providers.proxy.checked-address] reference images go through the proxy', async () => {
  const { read, connects, name } = await refusingProxy();
  const warnings: unknown[] = [];
  const log = { warn: (...given: readonly unknown[]) => void warnings.push(given) };
  const live = { current: () => read.settings };
  const fetchReference = createReferenceFetch({ live, log }, 'any-public');
  const urls = ['https://93.184.215.14/x.png', 'https://10.0.0.1/x.png'];
  const found = await Promise.all(urls.map((url) => fetchReference(url)));
  expect(found.map(({ kind }) => kind)).toEqual(['refused', 'refused']);
  expect(connects).toEqual(['93.184.215.14:443']);
  const reason = `the proxy ${name} refused to connect to 93.184.215.14:443: 407 (the user or password is missing or wrong)`;
  expect(warnings).toEqual([['reference-not-fetched', { reason }]]);
});

it('[providers.proxy.names][providers.proxy.reasons] results go through the proxy, by name if they have no address here', async () => {
  const { read, connects, name } = await refusingProxy();
  const openUrl = createOpenUrl(read.settings);
  const allowed = { hosts: ['93.184.215.14', '*.films.invalid'], redirects: 0 } as const;
  const { signal } = new AbortController();
  for (const one of ['93.184.215.14', 'cdn.films.invalid']) {
    expect(await openUrl(`https://${one}/x.mp4`, { ...allowed, signal })).toEqual({
      kind: 'refused',
      reason: 'unreachable',
      message: `The host "${one}" could not be reached. Reason: the proxy ${name} refused to connect to ${one}:443: 407 (the user or password is missing or wrong).`,
    });
  }
  expect(await openUrl('https://other.invalid/x.mp4', { ...allowed, signal })).toMatchObject({
    kind: 'refused',
  });
  expect(connects).toEqual(['93.184.215.14:443', 'cdn.films.invalid:443']);
});

it('[providers.proxy.reasons] a check of the providers names the proxy and its status, and no password', async () => {
  const { read, name } = await refusingProxy();
  let text = '';
  const write = (piece: string) => (text += piece);
  expect(await checkProviders({ endpoint: 'kling-global' }, read, { write })).toBe(false);
  expect(text).toContain(
    `BAD https://api-singapore.klingai.com cannot be reached: the proxy ${name} refused to connect to api-singapore.klingai.com:443: 407 (`,
  );
  expect(text).not.toContain('hunter2');
});
