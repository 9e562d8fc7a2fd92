import { createServer, type RequestListener } from 'node:http';
import { createServer as createNetServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpTransport } from '@filmgate/upstream-http';
import { createMockClient } from '../../src/client/create-mock-client.ts';
import { poll, submit } from '../support/calls.ts';
import type { OpenMock } from '../support/open-mock.ts';

type Connected = Pick<OpenMock, 'client' | 'now'> & { readonly origin: string };

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

function listen(server: Server): Promise<number> {
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  return new Promise((resolve, reject) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('there is no port'));
      else resolve(address.port);
    });
  });
}

function clientOf(origin: string, now = () => 0): Connected {
  const transport = createHttpTransport(origin);
  closers.push(() => transport.close());
  return { client: createMockClient({ transport, speed: 1, now }), now, origin };
}

/** A provider with a given behaviour that counts its requests. */
async function endpoint(reply: RequestListener) {
  const seen = { connections: 0, requests: [] as { url: string; connection: string }[] };
  const server = createServer((request, response) => {
    const { url = '', headers } = request;
    seen.requests.push({ url, connection: headers.connection ?? '' });
    reply(request, response);
  });
  server.on('connection', () => {
    seen.connections += 1;
  });
  const port = await listen(server);
  return { seen, port, ...clientOf(`http://127.0.0.1:${port}`) };
}

const accept: RequestListener = (request, response) => {
  request.resume().once('end', () => response.writeHead(202).end('{"id":"gen_1"}'));
};

async function freePort(): Promise<number> {
  const server = createNetServer();
  const port = await listen(server);
  await closers.pop()?.();
  return port;
}

describe('submissions over HTTP', () => {
  it('are refused, not unknown, when there is no connection', async () => {
    const error = { kind: 'unavailable', scope: 'endpoint', charge: 'not-charged' };
    const outcome = await submit(clientOf(`http://127.0.0.1:${await freePort()}`), {});
    expect(outcome).toMatchObject({ kind: 'rejected', error });
  });

  it('[invariants.i1-one-submission] have a connection each, used for nothing else', async () => {
    const { seen, ...mock } = await endpoint(accept);
    for (let count = 0; count < 3; count += 1) {
      expect(await submit(mock, {})).toMatchObject({ kind: 'accepted' });
    }
    expect(seen.connections).toBe(3);
    expect(seen.requests.map(({ connection }) => connection)).toEqual(['close', 'close', 'close']);
  });

  it.each<[string, RequestListener]>([
    ['when it has begun', (request) => request.socket.resetAndDestroy()],
    ['when it was read', (request) => request.resume().once('end', () => request.socket.destroy())],
    [
      'within the answer',
      (_, response) => response.writeHead(202, { 'content-length': 99 }).write('{"id":'),
    ],
  ])(
    '[invariants.i1-one-submission] cut off %s are unknown and not sent again',
    async (when, cut) => {
      const { seen, ...mock } = await endpoint((request, response) => {
        cut(request, response);
        if (when === 'within the answer') setImmediate(() => response.destroy());
      });
      expect(await submit(mock, {})).toMatchObject({ kind: 'unknown' });
      expect([seen.connections, seen.requests.length]).toEqual([1, 1]);
    },
  );

  it('[invariants.i1-one-submission] cut off at their first byte are unknown and not sent again', async () => {
    let connections = 0;
    const server = createNetServer((socket) => {
      connections += 1;
      socket.once('error', () => undefined).once('data', () => socket.resetAndDestroy());
    });
    const port = await listen(server);
    const outcome = await submit(clientOf(`http://127.0.0.1:${port}`), {});
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(connections).toBe(1);
  });

  it('do not follow a redirect', async () => {
    const { seen, ...mock } = await endpoint((request, response) => {
      request.resume().once('end', () => response.writeHead(307, { location: '/elsewhere' }).end());
    });
    expect(await submit(mock, {})).toMatchObject({ kind: 'unknown' });
    expect(seen.requests.map(({ url }) => url)).toEqual(['/v1/generations']);
  });

  it.each([
    [503, '<html>no healthy upstream</html>'],
    [503, '{"message":"no healthy upstream"}'],
    [500, '{"error":{"kind":"unavailable","message":"","retry_after_ms":null}}'],
    [404, '{"error":{"kind":"not_found","message":"no such resource"}}'],
    [200, '{}'],
    [202, ''],
  ])('[mock.refusal-evidence] answered %d %s are unknown', async (status, text) => {
    const { seen, ...mock } = await endpoint((request, response) => {
      request.resume().once('end', () => response.writeHead(status).end(text));
    });
    expect(await submit(mock, {})).toMatchObject({ kind: 'unknown' });
    expect(seen.requests).toHaveLength(1);
  });

  it('do not begin when their time ran out while connecting', async () => {
    const { seen, origin } = await endpoint(accept);
    const late = clientOf(origin, () => 1_000);
    const outcome = await submit(late, {}, { deadlineAt: 1_000 });
    expect(outcome).toMatchObject({ kind: 'rejected', error: { kind: 'unavailable' } });
    expect([seen.connections, seen.requests.length]).toEqual([1, 0]);
  });

  it('[invariants.i13-no-secret-leaves] carry the key in a header, never in the URL', async () => {
    const headers: (string | undefined)[] = [];
    const { seen, ...mock } = await endpoint((request, response) => {
      headers.push(request.headers.authorization);
      accept(request, response);
    });
    await submit(mock, {}, { key: 'secret-key' });
    expect(headers).toEqual(['Bearer secret-key']);
    expect(seen.requests.map(({ url }) => url)).toEqual(['/v1/generations']);
  });

  it('go below the path of the base URL', async () => {
    const { seen, origin } = await endpoint(accept);
    await submit(clientOf(`${origin}/mock/`), {});
    expect(seen.requests.map(({ url }) => url)).toEqual(['/mock/v1/generations']);
  });
});

describe('reads over HTTP', () => {
  const handle = { version: 1, value: { id: 'gen_1' } };

  it('use their connections again', async () => {
    const { seen, ...mock } = await endpoint((_request, response) => {
      response.end('{"id":"gen_1","status":"running","progress":1}');
    });
    for (let count = 0; count < 10; count += 1) {
      expect(await poll(mock, handle)).toMatchObject({ kind: 'pending' });
    }
    expect(seen.requests).toHaveLength(10);
    expect(seen.connections).toBeLessThanOrEqual(2);
  });

  it('[mock.guard-exemption] never leave the configured origin, whatever an answer names', async () => {
    const { seen, ...mock } = await endpoint((_request, response) => {
      const output = { url: 'http://169.254.169.254/latest', media_type: 'video' };
      response.end(JSON.stringify({ status: 'completed', output }));
    });
    expect(await poll(mock, handle)).toMatchObject({ kind: 'transient' });
    const account = { id: 'account-1', label: 'one', secret: 'key-1' };
    const value = { url: 'http://169.254.169.254/latest' };
    const output = { mediaType: 'video', value } as const;
    const { signal } = new AbortController();
    const opened = await mock.client.openResult({ account, handle, output, signal });
    expect(opened.kind).toBe('unavailable');
    const foreign = { ...output, value: { kind: 'foreign', at: value.url } };
    const elsewhere = await mock.client.openResult({ account, handle, output: foreign, signal });
    expect(elsewhere.kind).toBe('unavailable');
    // The poll, and the request for the current address of the video.
    const paths = seen.requests.map(({ url }) => url);
    expect(paths).toEqual(['/v1/generations/gen_1', '/v1/generations/gen_1']);
  });
});
