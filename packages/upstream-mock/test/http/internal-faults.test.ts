import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MockFault } from '../../src/server/mock-fault.ts';
import { type MockServerOptions, startMockServer } from '../../src/server/mock-server.ts';
import { beginning } from '../support/open-world.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-faults-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(options: Partial<MockServerOptions> = {}) {
  const faults: MockFault[] = [];
  const server = await startMockServer({
    host: '127.0.0.1',
    port: 0,
    speed: 1,
    seed: 'seed',
    control: true,
    personalities: ['openai-videos'],
    now: () => beginning,
    onFault: (fault) => faults.push(fault),
    ...options,
  });
  closers.push(() => server.close());
  return { url: server.url, faults, close: () => server.close() };
}

/** Sends bytes no client would, and reads what comes until the end of the connection. */
function exchange(url: string, request: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(request);
  return readText(socket);
}

function get(url: string, path: string): Promise<string> {
  const head = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer key-1\r\n`;
  return exchange(url, `${head}connection: close\r\n\r\n`);
}

const headers = { authorization: 'Bearer secret-key-1' };

describe('an exception inside the mock', () => {
  it.each([
    ['/v1/account?key=secret-key-1', '/v1/account'],
    ['/v1/generations/secret-key-1', '/v1/generations/***'],
    ['/openai-videos/v1/videos', '/openai-videos/v1/videos'],
    ['/_mock/ledger', '/_mock/ledger'],
  ])(
    '[mock.internal-faults] is a 500 that says so at %s, and is told without the key',
    async (path, reported) => {
      const error = new Error('the clock broke');
      let broken = false;
      const now = () => {
        if (broken) throw error;
        return beginning;
      };
      const { url, faults } = await start({ now });
      const job = { model: 'sora-2', prompt: 'a boat', seconds: '2', size: '64x36' };
      const submission = { method: 'POST', headers, body: JSON.stringify(job) };
      expect((await fetch(`${url}/openai-videos/v1/videos`, submission)).status).toBe(200);
      broken = true;
      const response = await fetch(url + path, { headers });
      expect(response.status).toBe(500);
      expect(await response.json()).toMatchObject({
        error: { kind: 'internal_fault', retry_after_ms: null },
      });
      expect(faults).toEqual([{ method: 'GET', path: reported, error }]);
      expect(JSON.stringify(faults)).not.toContain('secret');
      broken = false;
      expect((await fetch(`${url}/v1/account`, { headers })).status).toBe(200);
    },
  );

  it('[mock.internal-faults] is told, and stops nothing, when the response has left', async () => {
    const ledgerFile = join(folder, 'ledger.ndjson');
    const { url, faults } = await start({ ledgerFile });
    const submission = {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': 'own-1' },
      body: JSON.stringify({ prompt: 'a boat', seconds: '2', size: '64x36' }),
    };
    expect((await fetch(`${url}/openai-videos/v1/videos`, submission)).status).toBe(200);
    await expect
      .poll(async () => (await fetch(`${url}/_mock/ledger`)).json())
      .toMatchObject({ jobs: [{ answered: true }] });
    appendFileSync(ledgerFile, '{"fact":"reset"}\n');
    expect((await fetch(`${url}/openai-videos/v1/videos`, submission)).status).toBe(200);
    await expect.poll(() => faults).toHaveLength(1);
    expect(faults).toMatchObject([{ method: 'POST', path: '/openai-videos/v1/videos' }]);
    expect(String(faults[0]?.error)).toContain('Another process writes to the ledger');
    expect((await fetch(`${url}/_mock/ledger`)).status).toBe(200);
  });

  it('[mock.internal-faults] is not that a caller left', async () => {
    const { url, faults, close } = await start();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('POST /v1/generations HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{');
    expect((await fetch(`${url}/_mock/ledger`)).status).toBe(200);
    socket.destroy();
    closers.pop();
    await close();
    expect(faults).toEqual([]);
  });
});

describe('a body', () => {
  const deep = `{"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;

  it.each(['/v1/generations', '/openai-videos/v1/videos', '/_mock/rules', '/_mock/reset'])(
    '[mock.internal-faults] that is nested however deeply is refused at %s, and is no fault',
    async (path) => {
      const { url, faults } = await start();
      const response = await fetch(url + path, { method: 'POST', headers, body: deep });
      expect(response.status).toBe(400);
      expect(await response.text()).not.toContain('internal_fault');
      expect(faults).toEqual([]);
    },
  );
});

describe('a path', () => {
  it.each(['//', '//evil.example/v1/account', '/\\', 'http://['])(
    '[mock.internal-faults] that is none is refused: %s',
    async (path) => {
      const { url, faults } = await start();
      const response = await get(url, path);
      expect(response).toMatch(/^HTTP\/1\.1 400 /);
      expect(response).toContain('"kind":"invalid"');
      expect(faults).toEqual([]);
    },
  );

  it('[mock.internal-faults] of any kind gets a response that is no fault', async () => {
    const { url, faults } = await start();
    const sign = fc.constantFrom(
      ...'//\\?%.:@[]#*a1v~_'.split(''),
      'v1/',
      '_mock/',
      'openai-videos',
    );
    const path = fc.array(sign, { maxLength: 12 }).map((signs) => `/${signs.join('')}`);
    await fc.assert(
      fc.asyncProperty(path, async (wanted) => {
        expect(await get(url, wanted)).toMatch(/^HTTP\/1\.1 [234]/);
      }),
      { numRuns: 200 },
    );
    expect(faults).toEqual([]);
  });
});

describe('closing', () => {
  it('[mock.closes] waits for a request that came in half only so long', async () => {
    const { url, faults, close } = await start({ closeGraceMs: 20 });
    const received = exchange(
      url,
      'POST /v1/generations HTTP/1.1\r\nhost: x\r\nauthorization: Bearer key-1\r\ncontent-length: 9\r\n\r\n{',
    ).catch(() => '');
    // A later request has been answered: the earlier one has begun.
    expect((await fetch(`${url}/_mock/ledger`)).status).toBe(200);
    closers.pop();
    await close();
    expect(await received).toBe('');
    expect(faults).toEqual([]);
  });
});
