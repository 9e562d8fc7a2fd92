import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { createTaskProvider } from '../../src/engine/create-task-provider.ts';
import { createHttpTransport } from '../../src/engine/http-transport.ts';
import { reelDescription } from '../support/reel/reel-description.ts';
import { sampleAccount } from '../support/sample-request.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A server that has every path, and the calls it got. */
async function openHost(name: string): Promise<{ readonly url: string; readonly calls: string[] }> {
  const calls: string[] = [];
  const server: Server = createServer(({ url, headers }, response) => {
    calls.push(`${name} ${url} ${String(headers['x-reel-key'])}`);
    response.setHeader('content-type', 'application/json').end('{"credits":5}');
  });
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  return { url: `http://127.0.0.1:${address.port}`, calls };
}

it.each(['platform', undefined])(
  '[providers.engine.origins] a read goes to the origin it names (%s), and to the base URL where the endpoint has none of that name',
  async (origin) => {
    const [own, other] = [await openHost('own'), await openHost('other')];
    const description = {
      ...reelDescription(),
      probe: {
        request: { path: '/credits', ...(origin !== undefined && { origin }) },
        read: () => ({ kind: 'ready', balance: null }) as const,
      },
    };
    for (const origins of [{ platform: `${other.url}/v1` }, undefined]) {
      const baseUrl = `${own.url}/queue`;
      const transport = createHttpTransport(baseUrl, origins);
      closers.push(() => transport.close());
      const client = createTaskProvider(description, {
        endpoint: { id: 'reel', baseUrl, resultHosts: [], isConfigured: true },
        transport,
        openUrl: () => Promise.reject(new Error('no file is opened')),
        now: () => 0,
      });
      await client.probe?.({ account: sampleAccount, signal: new AbortController().signal });
    }
    const { secret } = sampleAccount;
    const [elsewhere, here] = [`other /v1/credits ${secret}`, `own /queue/credits ${secret}`];
    const expected = origin === undefined ? [here, here] : [elsewhere, here];
    expect([...other.calls, ...own.calls]).toEqual(expected);
  },
);
