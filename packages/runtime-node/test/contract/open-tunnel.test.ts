import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { Unanswered } from '@filmgate/core';
import { describe, expect, test } from 'vitest';
import { connectProxy, type ProxyDeed } from '../support/connect-proxy.ts';
import { start } from '../support/site.ts';

const to = { host: 'api.example.com', port: 443 } as const;
const aWhile = () => AbortSignal.timeout(5_000);

/** Reason why a tunnel through a proxy that does this was not opened. */
async function reasonOf(deed: ProxyDeed, signal = aWhile()): Promise<string> {
  const proxy = await connectProxy(() => deed);
  const error: unknown = await proxy
    .outbound()
    .open(to, signal)
    .then(
      () => 'opened',
      (thrown: unknown) => thrown,
    );
  if (!(error instanceof Unanswered)) throw new Error(`not explained: ${String(error)}`);
  expect(JSON.stringify([error, error.message, String(error.stack), error.cause])).not.toMatch(
    /p@ss|p%40ss|c3R1ZGlvOnBAc3Mtd29yZA/,
  );
  await proxy.allClosed();
  return error.reason.replace(`127.0.0.1:${proxy.port}`, 'PROXY');
}

const says = (text: string) => (socket: Duplex) => void socket.write(text);

describe('a tunnel', () => {
  test('[providers.proxy.credentials] is requested once, with the login in the CONNECT', async () => {
    const proxy = await connectProxy(() => says('HTTP/1.1 200 OK\r\n\r\n'));
    const socket = await proxy.outbound().open(to, aWhile());
    socket.destroy();
    const login = `Basic ${Buffer.from('studio:p@ss-word').toString('base64')}`;
    expect(proxy.connects).toEqual([{ to: 'api.example.com:443', login }]);
    expect(JSON.stringify(proxy.outbound())).not.toContain('p@ss');
  });

  test.for([
    'HTTP/1.0 200 Connection established\r\n\r\n',
    'HTTP/1.1 204 x\r\ncontent-length: 9\r\n\r\n',
  ])('begins after the head %j, and loses no byte', async (head) => {
    const proxy = await connectProxy(() => says(`${head}first`));
    const socket = await proxy.outbound().open(to, aWhile());
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    expect(chunk.toString()).toBe('first');
    socket.destroy();
  });

  test('is not limited by the signal once it is open', async () => {
    const aborting = new AbortController();
    const proxy = await connectProxy(() => says('HTTP/1.1 200 OK\r\n\r\n'));
    const socket = await proxy.outbound().open(to, aborting.signal);
    aborting.abort();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(socket.destroyed).toBe(false);
    socket.destroy();
  });

  test.for([
    ['407', /^the proxy PROXY refused to connect to api\.example\.com:443: 407 \(.*password/],
    ['403', /^the proxy PROXY refused to connect to api\.example\.com:443: 403$/],
    ['502', /: 502$/],
    ['302', /: 302$/],
    ['100', /: 100$/],
  ] as const)('[providers.proxy.reasons] is refused with %s', async ([status, reason]) => {
    const head = `HTTP/1.1 ${status} Words\r\nlocation: http://elsewhere/\r\n\r\n`;
    expect(await reasonOf(says(head))).toMatch(reason);
  });

  test.for<[string, ProxyDeed]>([
    ['closes', (socket) => void socket.end()],
    ['resets', (socket) => void socket.destroy()],
    ['closes within the head', (socket) => void socket.end('HTTP/1.1 200 OK\r\nvia: a')],
    ['speaks TLS', (socket) => void socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 40]))],
    [
      'repeats the login',
      (socket, { headers }) => void socket.end(`${String(headers['proxy-authorization'])}\r\n\r\n`),
    ],
    ['sends too large a head', says(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(17_000)}\r\n\r\n`)],
    [
      'sends an endless head',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const more = setInterval(() => socket.write(`x: ${'a'.repeat(2_000)}\r\n`), 1);
        socket.on('close', () => clearInterval(more));
      },
    ],
  ])('[providers.proxy.head] is not opened if the proxy %s', async ([, deed]) => {
    expect(await reasonOf(deed)).toMatch(
      /^the proxy PROXY did not connect to api\.example\.com:443: /,
    );
  });

  test.for(['hangs', 'trickles'])(
    '[providers.proxy.timeout] is given up if the proxy %s',
    async (how) => {
      const reason = await reasonOf((socket) => {
        const more = setInterval(() => how === 'trickles' && socket.write('\r\n'), 5);
        socket.on('close', () => clearInterval(more));
      }, AbortSignal.timeout(100));
      expect(reason).toMatch(/: no response in time$/);
    },
  );

  test('[providers.proxy.reasons] is given up if the proxy cannot be reached', async () => {
    const gone = await start(createTcpServer());
    const proxy = await connectProxy(() => says(''));
    await gone.close();
    await proxy.close();
    await expect(proxy.outbound().open(to, aWhile())).rejects.toMatchObject({
      reason: `cannot reach the proxy 127.0.0.1:${proxy.port}: ECONNREFUSED (connection refused)`,
    });
  });

  test('is not requested after an abort', async () => {
    const proxy = await connectProxy(() => says(''));
    await expect(proxy.outbound().open(to, AbortSignal.abort())).rejects.toBeInstanceOf(Unanswered);
    expect(proxy.connects).toEqual([]);
  });
});
