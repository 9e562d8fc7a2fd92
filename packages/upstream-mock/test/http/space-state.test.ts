import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type MockServerOptions, startMockServer } from '../../src/server/mock-server.ts';
import { callWire } from '../support/personalities/personality-server.ts';
import { readLedger } from '../support/read-ledger.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(options: Partial<MockServerOptions> = {}) {
  const address = { host: '127.0.0.1', port: 0, control: true, now: () => Date.UTC(2026, 10, 25) };
  const server = await startMockServer({ ...address, seed: 'seed', speed: 1, ...options });
  closers.push(() => server.close());
  const { url } = server;
  const control = (path: string, body?: unknown) => callWire(`${url}/_mock/${path}`, { body });
  return { url, control };
}

type Mock = Awaited<ReturnType<typeof start>>;

const idSchema = z.object({ id: z.string() });

async function accept(url: string, name: string) {
  const body = {
    correlation_id: name,
    model: 'vm_std-2.0',
    media_type: 'image',
    prompt: `${name} [[mock:queue=1s,run=1s]]`,
    negative_prompt: null,
    duration: null,
    aspect_ratio: '16:9',
    resolution: '1k',
    width: 64,
    height: 64,
    audio: false,
    references: [],
  };
  const response = await callWire(`${url}/v1/generations`, { body });
  expect(response.status, response.text).toBe(202);
  return idSchema.parse(response.body).id;
}

async function ledgerOf({ control }: Mock, space: string) {
  return readLedger((await control(`s/${space}/ledger`)).body);
}

describe('a reset', () => {
  it('[mock.reset.keeps] keeps what it is told to keep, and refuses what it does not know', async () => {
    const mock = await start();
    const { control, url } = mock;
    await control('s/one/clock', { mode: 'frozen' });
    const look = async () => {
      const [clock, account] = [
        await control('s/one/clock'),
        await callWire(`${url}/s/one/v1/account`, {}),
      ];
      const { now } = z.object({ now: z.string() }).parse(clock.body);
      const { credits } = z.object({ credits: z.number() }).parse(account.body);
      return [now, credits, (await ledgerOf(mock, 'one')).accepted];
    };
    const fill = async () => {
      await control('s/one/accounts', { key: 'key-1', credits: 9 });
      await accept(`${url}/s/one`, 'job');
      await control('s/one/clock', { advance: 500 });
    };
    await fill();
    expect(await look()).toEqual(['2026-01-01T00:00:00.500Z', 8, 1]);
    await control('s/one/reset', { keep: ['clock', 'accounts'] });
    expect(await look()).toEqual(['2026-01-01T00:00:00.500Z', 9, 0]);
    await control('s/one/reset', { keep: ['accounts'] });
    expect(await look()).toEqual(['2026-01-01T00:00:00.000Z', 9, 0]);
    await fill();
    await control('s/one/reset', { keep: [] });
    expect(await look()).toEqual(['2026-01-01T00:00:00.000Z', 1_000_000, 0]);
    const refused = await control('s/one/reset', { keep: ['jobs'] });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('keep')]);
  });
});

describe('an account without a description', () => {
  it('[mock.accounts] runs into no wall at 1,000 jobs in flight', async () => {
    const { control, url } = await start();
    await control('clock', { mode: 'frozen' });
    for (let batch = 0; batch < 15; batch += 1) {
      const names = Array.from({ length: 67 }, (_, index) => `job-${batch}-${index}`);
      await Promise.all(names.map((name) => accept(url, name)));
    }
    const { body } = await callWire(`${url}/v1/account`, {});
    expect(body).toMatchObject({ in_flight: 1_005 });
  });
});

describe('a page in a browser', () => {
  const preflight = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,x-client',
  };

  it.each([
    ['http://localhost:5173', {}],
    ['http://127.0.0.1:4000', {}],
    ['https://[::1]:4000', {}],
    ['https://app.test', { controlHosts: ['app.test'] }],
  ])('[mock.cors] of %s may call every wire, with %j', async (origin, options) => {
    const { url } = await start({ ...options, personalities: ['openai-videos'] });
    for (const path of ['/v1/generations', '/s/one/openai-videos/v1/videos']) {
      const asked = await callWire(url + path, {
        method: 'OPTIONS',
        key: null,
        headers: { origin, ...preflight },
      });
      expect(asked.status).toBe(200);
      expect(Object.fromEntries(asked.headers)).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': preflight['access-control-request-headers'],
      });
      const called = await callWire(url + path, { headers: { origin } });
      expect(called.headers.get('access-control-allow-origin')).toBe(origin);
      expect(called.headers.get('vary')).toBe('Origin');
    }
  });

  it.each(['https://evil.example', 'null', 'http://localhost.evil.example'])(
    '[mock.cors] of %s may not, and none reaches the control routes',
    async (origin) => {
      const { url } = await start();
      const allowed = async (path: string, from: string) => {
        const headers = { origin: from, ...preflight };
        const asked = await callWire(url + path, { method: 'OPTIONS', key: null, headers });
        return asked.headers.get('access-control-allow-origin');
      };
      expect(await allowed('/v1/generations', origin)).toBeNull();
      expect(await allowed('/_mock/reset', origin)).toBeNull();
      expect(await allowed('/_mock/reset', 'http://localhost:5173')).toBeNull();
    },
  );

  it('[mock.cors] is all that sees a difference', async () => {
    const { url } = await start();
    const plain = await callWire(`${url}/v1/account`, {});
    expect([...plain.headers.keys()].toSorted()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'date',
      'keep-alive',
    ]);
    expect((await callWire(`${url}/v1/account`, { method: 'OPTIONS' })).status).toBe(200);
  });
});
