import type { ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import type { GuardedFetchOptions } from '../../src/guarded-fetch/open-guarded.ts';
import {
  fetchFrom,
  guard,
  HOST,
  MAX_BYTES,
  rawSite,
  reasonFrom,
  type Site,
  site,
  start,
} from '../support/site.ts';

function sendBytes(response: ServerResponse, length: number): void {
  response.setHeader('content-type', 'image/png');
  response.end(new Uint8Array(length).fill(7));
}

describe('size', () => {
  test('exactly the limit is fetched', async () => {
    expect(
      await fetchFrom(await site((_, response) => sendBytes(response, MAX_BYTES))),
    ).toMatchObject({ kind: 'fetched' });
  });

  test('one byte more is refused by what is announced, before any of it is read', async () => {
    const where = await site((_, response) => {
      response.writeHead(200, { 'content-length': MAX_BYTES + 1 });
      response.flushHeaders();
    });
    expect(await reasonFrom(where)).toBe('too-large');
    await where.allClosed();
  });

  test('one byte more without announcement is refused by counting', async () => {
    const where = await site((_, response) => {
      response.write(new Uint8Array(MAX_BYTES));
      response.end(new Uint8Array(1));
    });
    expect(await reasonFrom(where)).toBe('too-large');
  });

  test('an endless response is cut off near the limit', async () => {
    let sent = 0;
    const where = await site((_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(new Uint8Array(16 * 1024))) sent += 16 * 1024;
        response.once('drain', more);
      };
      more();
    });
    expect(await reasonFrom(where)).toBe('too-large');
    await where.allClosed();
    expect(sent).toBeLessThan(64 * MAX_BYTES);
  });

  test('less than announced is refused', async () => {
    const short = await rawSite('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf', 'close');
    expect(await reasonFrom(short)).toBe('interrupted');
    const unfinished = await rawSite(
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n',
      'close',
    );
    expect(await reasonFrom(unfinished)).toBe('interrupted');
  });

  test('compressed content is refused rather than inflated', async () => {
    const where = await site((_, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end('not even gzip');
    });
    expect(await reasonFrom(where)).toBe('encoded');
  });
});

describe('time', () => {
  // The other limit is longer than a test may take: the short one aborts.
  const impatient = { idleTimeoutMs: 150, timeoutMs: 600_000 };
  const hasty = { idleTimeoutMs: 600_000, timeoutMs: 150 };

  /** Sends one byte every 30 ms without end. */
  async function dripping(): Promise<Site> {
    return await site((_, response) => {
      const timer = setInterval(() => response.write('x'), 30);
      response.on('close', () => clearInterval(timer));
    });
  }

  async function timed(
    where: Site,
    limits: Partial<GuardedFetchOptions>,
  ): Promise<{ reason: string; ms: number }> {
    const started = performance.now();
    const reason = await reasonFrom(where, limits);
    return { reason, ms: performance.now() - started };
  }

  // undici aborts on full seconds, so that one wait serves all.
  test('a server that never responds, stops after the head or in the middle is aborted, by either limit, and its connection closed', async () => {
    const openers = {
      'never answers': () => site(() => undefined),
      'stops after the head': () =>
        rawSite('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n', 'leave-open'),
      'stops in the middle': () =>
        rawSite('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf', 'leave-open'),
    };
    await Promise.all(
      Object.entries(openers).flatMap(([what, open]) =>
        [impatient, hasty].map(async (limits) => {
          const where = await open();
          expect(await reasonFrom(where, limits), what).toBe('timed-out');
          await where.allClosed();
        }),
      ),
    );
  });

  test('a server that drips is not idle, but has to end', async () => {
    const where = await dripping();
    const { reason, ms } = await timed(where, { idleTimeoutMs: 600_000, timeoutMs: 400 });
    expect(reason).toBe('timed-out');
    expect(ms).toBeGreaterThan(380);
    await where.allClosed();
  });

  test('a server that never finishes its TLS handshake is aborted', async () => {
    const { port } = await start(createTcpServer(() => undefined));
    const allowedHosts = [
      { scheme: 'https', host: HOST, subdomains: false, port, admitsPrivate: true },
    ] as const;
    const fetches = [impatient, hasty].map((limits) =>
      guard(port, { allowedHosts, ...limits })(`https://${HOST}:${port}/`),
    );
    for (const fetched of fetches) expect(await fetched).toMatchObject({ reason: 'timed-out' });
  });

  test('a resolver that never responds is aborted', async () => {
    const where = await site((_, response) => response.end());
    const resolveHost = (): Promise<readonly string[]> => new Promise(() => undefined);
    expect(await reasonFrom(where, { ...hasty, resolveHost })).toBe('timed-out');
  });

  test('a resolver that responds too late opens no connection', async () => {
    const where = await site((_, response) => response.end());
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    expect(await reasonFrom(where, { ...hasty, resolveHost: () => promise })).toBe('timed-out');
    resolve(['127.0.0.1']);
    await promise;
    await fetchFrom(where);
    expect(where.connections()).toBe(1);
  });
});

describe('giving up', () => {
  test('before the start opens nothing', async () => {
    const resolveHost = vi.fn(async () => ['127.0.0.1']);
    const where = await site((_, response) => response.end());
    const found = await guard(where.port, { resolveHost })(where.url, {
      signal: AbortSignal.abort(),
    });
    expect(found).toMatchObject({ kind: 'refused', reason: 'aborted' });
    expect(resolveHost).not.toHaveBeenCalled();
  });

  test('while the name is resolved, while waiting for the head, and in the body ends at once', async () => {
    const controllers = [
      new AbortController(),
      new AbortController(),
      new AbortController(),
    ] as const;
    const [resolving, waiting, reading] = controllers;
    const never = await site(() => undefined);
    const resolveHost = (): Promise<readonly string[]> => {
      resolving.abort();
      return new Promise(() => undefined);
    };
    expect(
      await guard(never.port, { resolveHost })(never.url, { signal: resolving.signal }),
    ).toMatchObject({ reason: 'aborted' });
    const silent = await site(() => waiting.abort());
    expect(await guard(silent.port)(silent.url, { signal: waiting.signal })).toMatchObject({
      reason: 'aborted',
    });
    await silent.allClosed();
    const half = await site((_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('half', () => setImmediate(() => reading.abort()));
    });
    expect(await guard(half.port)(half.url, { signal: reading.signal })).toMatchObject({
      reason: 'aborted',
    });
    await half.allClosed();
  });

  test('leaves no listener on a signal that lives on', async () => {
    const { signal } = new AbortController();
    const where = await site((_, response) => response.end('x'));
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    expect(await guard(where.port)(where.url, { signal })).toMatchObject({ kind: 'fetched' });
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
  });
});
