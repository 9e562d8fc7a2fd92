import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { startMockServer } from '@filmgate/upstream-mock';
import { type ImageServer, startImageServer } from '../../http/image-server.ts';
import { type OperatorEndpoint, personalities } from '../../http/personality-endpoints.ts';
import { headersOf } from '../../http/passed-on.ts';
import { startTalkativeProxy, type TalkativeProxy } from '../talkative-proxy.ts';
import { canary, sweptEndpoints } from './swept-endpoints.ts';

/** Login at the outgoing proxy. */
export const proxyLogin = { user: 'studio', password: canary('password at the proxy') } as const;

/** A call of a provider at the notice URL of a submission. */
export interface NoticeCall {
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Providers that repeat every secret they know, and a proxy that does the same. */
export interface SweptProviders {
  readonly endpoints: readonly OperatorEndpoint[];
  readonly talkative: TalkativeProxy;
  readonly images: ImageServer;
  /** `HTTPS_PROXY`, and the number of tunnels that were asked for. */
  readonly proxyUrl: string;
  readonly tunnels: () => number;
  readonly noticesUrl: string;
  /** Receives the calls at notice URLs from now on. */
  onNotice(receive: (call: NoticeCall) => Promise<void>): void;
  close(): Promise<void>;
}

export async function startSweptProviders(): Promise<SweptProviders> {
  const images = await startImageServer();
  const all = sweptEndpoints({ linkingUrl: images.url, linkedHost: images.linkedHost });
  const mock = await startMockServer({
    ...{ host: '127.0.0.1', port: 0, speed: 1_000, seed: 'seed', control: true },
    personalities: [...personalities, 'openai-images'],
    now: () => Date.now(),
  });
  const talkative = await startTalkativeProxy(mock.url, all);
  const proxy = await startTalkativeTunnels();
  const notices = await startNoticeServer();
  return {
    endpoints: all,
    talkative,
    images,
    proxyUrl: `http://${proxyLogin.user}:${encodeURIComponent(proxyLogin.password)}@127.0.0.1:${proxy.port}`,
    tunnels: proxy.tunnels,
    noticesUrl: notices.url,
    onNotice: notices.onNotice,
    close: async () => {
      await Promise.all([talkative, mock, images, proxy, notices].map((one) => one.close()));
    },
  };
}

/** A proxy that opens no tunnel, and repeats its login in each way that a response has. */
async function startTalkativeTunnels() {
  let tunnels = 0;
  const sockets = new Set<Duplex>();
  const server = createServer();
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    const login = `${request.headers['proxy-authorization'] ?? ''} ${proxyLogin.password}`;
    const refused = `HTTP/1.1 407 ${login}\r\nproxy-authenticate: ${login}\r\n\r\n${login}`;
    const opened = `HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 400 ${login}\r\n\r\n${login}`;
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.end([refused, opened, `${login}\r\n\r\n`][tunnels % 3]);
    tunnels += 1;
  });
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await closed(server);
  };
  return { port: await portOf(server), tunnels: () => tunnels, close };
}

/** Takes the calls of providers, since the port of the gateway is not known before its start. */
async function startNoticeServer() {
  let receive = async (_call: NoticeCall): Promise<void> => undefined;
  const server = createServer((request, response) => {
    void text(request)
      .then((body) => receive({ path: request.url ?? '', body, headers: headersOf(request) }))
      .finally(() => response.end());
  });
  return {
    url: `http://127.0.0.1:${await portOf(server)}`,
    onNotice: (next: typeof receive) => {
      receive = next;
    },
    close: () => closed(server),
  };
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
