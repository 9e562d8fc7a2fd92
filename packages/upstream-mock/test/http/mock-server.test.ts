import { type OutgoingHttpHeaders, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { type MockServerOptions, startMockServer } from '../../src/server/mock-server.ts';
import { beginning } from '../support/open-world.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(options: Partial<MockServerOptions> = {}) {
  const address = { host: '127.0.0.1', port: 0, now: () => beginning };
  const server = await startMockServer({
    ...address,
    speed: 1,
    seed: 'seed',
    control: true,
    ...options,
  });
  closers.push(() => server.close());
  return server;
}

async function call(url: string, body?: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(
    url,
    body === undefined ? { headers } : { method: 'POST', body: text, headers },
  );
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** Sends header lines `fetch` would not. */
function raw(
  url: string,
  parts: { readonly method: string; readonly path: string; readonly headers: OutgoingHttpHeaders },
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { ...parts, agent: false }, (response) => {
      readText(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, text: body }),
        reject,
      );
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

const key = { authorization: 'Bearer key-1' };
const submission = {
  correlation_id: 'job-1.1',
  model: 'vm_std-2.0',
  media_type: 'video',
  prompt: 'a lighthouse [[mock:queue=1s,run=1s]]',
  negative_prompt: null,
  duration: 2,
  aspect_ratio: '16:9',
  resolution: '720p',
  width: 64,
  height: 36,
  audio: false,
  references: [],
};

describe('control routes', () => {
  it('[mock.control-routes] do not exist unless asked for', async () => {
    const { url } = await start({ control: false });
    for (const path of ['ledger', 'reset', 'clock', 'accounts']) {
      const method = path === 'ledger' ? undefined : {};
      expect((await call(`${url}/_mock/${path}`, method)).status).toBe(404);
    }
  });

  const foreign: readonly (readonly [name: string, value: string])[] = [
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
    ['origin', 'http://127.0.0.1:1'],
    ['origin', 'https://127.0.0.1'],
    ['origin', 'ftp://127.0.0.1'],
    ['sec-fetch-site', 'cross-site'],
    ['host', 'evil.example'],
    ['host', 'localhost.evil.example'],
  ];
  const routes = [
    ['GET', 'ledger'],
    ['POST', 'reset'],
    ['POST', 'clock'],
    ['POST', 'accounts'],
  ] as const;
  it.each(routes.flatMap((route) => foreign.map((header) => [...route, ...header] as const)))(
    '[guessing.mock-control] %s %s refuse a page of another site (%s: %s)',
    async (method, path, name, value) => {
      const { url } = await start();
      const response = await raw(url, {
        method,
        path: `/_mock/${path}`,
        headers: { [name]: value },
      });
      expect([response.status, response.text]).toEqual([
        403,
        expect.stringContaining('"kind":"foreign"'),
      ]);
    },
  );

  it.each([
    [{ host: '127.0.0.1' }, {}],
    [{ host: '127.0.0.1' }, { host: 'localhost:80' }],
    [{ host: '127.0.0.1' }, { host: '[::1]:8789' }],
    [{ host: '127.0.0.1' }, { host: 'localhost:80', origin: 'http://localhost' }],
    [{ host: '127.0.0.1' }, { host: 'localhost:8443', origin: 'https://localhost:8443' }],
    [{ host: '0.0.0.0', controlHosts: ['mock', 'fd00::5'] }, { host: 'mock:8789' }],
    [{ host: '0.0.0.0', controlHosts: ['mock', 'fd00::5'] }, { host: '[fd00::5]:8789' }],
  ])('[guessing.mock-control] started with %j let %j pass', async (options, headers) => {
    const { url } = await start(options);
    const response = await raw(url.replace('0.0.0.0', '127.0.0.1'), {
      method: 'POST',
      path: '/_mock/reset',
      headers,
    });
    expect(response.status).toBe(200);
  });

  const token = 'a-token-of-the-tests';
  it.each([
    [{}, 401],
    [{ authorization: 'Bearer' }, 401],
    [{ authorization: `Bearer ${token}x` }, 401],
    [{ authorization: `Basic ${token}` }, 401],
    [{ authorization: `Bearer ${token}` }, 200],
    [{ authorization: `bearer ${token}`, host: 'mock:8789' }, 200],
    [{ authorization: `Bearer ${token}`, origin: 'https://evil.example' }, 403],
  ])('[mock.control-token] with a token, %j is answered %d', async (headers, status) => {
    const { url } = await start({ controlToken: token });
    for (const [method, path] of [...routes, ['GET', 's/suite-1/spaces'], ['POST', 'clock']]) {
      const response = await raw(url, { method, path: `/_mock/${path}`, headers });
      const isServed = status === 200 && response.status !== 401;
      expect(isServed || response.status === status, `${method} ${path}`).toBe(true);
      expect(response.text).not.toContain(token);
    }
    const health = { method: 'GET', path: '/_mock/healthz', headers: {} };
    expect((await raw(url, health)).status).toBe(200);
  });

  it.each(['', 'short', 'with a blank', 'x'.repeat(201)])(
    '[mock.control-token] %j is no token',
    async (given) => {
      await expect(start({ controlToken: given })).rejects.toThrow('8 to 200 visible ASCII');
    },
  );

  it('[mock.control-routes] [mock.ledger] move the clock, tell the truth, and forget it', async () => {
    const { url } = await start();
    expect((await call(`${url}/v1/generations`, submission, key)).status).toBe(202);
    const job = {
      correlation_id: 'job-1.1',
      account: 'key-1',
      prompt: submission.prompt,
      accepted_at: '2026-01-01T00:00:00.000Z',
      answered: true,
    };
    const ledger = () => call(`${url}/_mock/ledger?contains=lighthouse`);
    const running = { accepted: 1, running: 1, completed: 0, failed: 0, charged_credits: 4 };
    expect((await ledger()).body).toMatchObject({
      ...running,
      jobs: [{ ...job, state: 'queued' }],
    });
    const moved = await call(`${url}/_mock/clock`, { advance: 1_500 });
    expect(moved).toMatchObject({ status: 200, body: { now: '2026-01-01T00:00:01.500Z' } });
    expect((await ledger()).body).toMatchObject({
      ...running,
      jobs: [{ ...job, state: 'running' }],
    });
    await call(`${url}/_mock/clock`, { advance: 500 });
    const completed = { ...running, running: 0, completed: 1 };
    expect((await ledger()).body).toMatchObject({
      ...completed,
      jobs: [{ ...job, state: 'completed' }],
    });
    expect((await call(`${url}/_mock/ledger?contains=boat`)).body).toMatchObject({ accepted: 0 });
    expect((await call(`${url}/_mock/reset`, {})).status).toBe(200);
    expect((await ledger()).body).toMatchObject({ accepted: 0, charged_credits: 0, jobs: [] });
  });

  it('[mock.accounts] describe accounts, and say what is left', async () => {
    const { url } = await start({ accounts: { 'key-1': { credits: 9, concurrency: 1 } } });
    await call(`${url}/v1/generations`, submission, key);
    const refused = await call(`${url}/v1/generations`, submission, key);
    expect(refused).toMatchObject({ status: 429, body: { error: { kind: 'concurrency' } } });
    expect(refused.headers.get('retry-after')).toBe('1');
    const described = await call(`${url}/_mock/accounts`, { key: 'key-1', concurrency: 2 });
    const left = { credits: 9, concurrency: 2, credits_left: 5, in_flight: 1 };
    expect(described).toMatchObject({ status: 200, body: left });
    expect((await call(`${url}/v1/account`, undefined, key)).body).toEqual({
      credits: 5,
      concurrency: 2,
      in_flight: 1,
    });
  });

  it.each([
    ['clock', { advance: -1 }],
    ['clock', { advance: 1e300 }],
    ['clock', 'junk'],
    ['accounts', { credits: 1 }],
    ['accounts', { key: 'key-1', rate: { submissions: 0, windowMs: 1 } }],
  ])('[mock.control-routes] refuse %s %j', async (path, body) => {
    const { url } = await start();
    const expected = { status: 400, body: { error: { kind: 'invalid' } } };
    expect(await call(`${url}/_mock/${path}`, body)).toMatchObject(expected);
  });

  it('[mock.control-routes] answer 404 to what they are not', async () => {
    const { url } = await start();
    expect((await call(`${url}/_mock/other`)).status).toBe(404);
    expect((await call(`${url}/_mock/reset`)).status).toBe(404);
  });
});

describe('the provider', () => {
  it.each([
    ['no JSON', 'junk'],
    ['nothing', ''],
    ['a missing field', { ...submission, prompt: undefined }],
    ['odd pixels', { ...submission, width: 33 }],
    ['too long a video', { ...submission, duration: 61 }],
  ])(
    '[mock.refusal-evidence] refuses %s in its own shape, before acceptance',
    async (_what, body) => {
      const { url } = await start();
      const expected = { status: 400, body: { error: { kind: 'invalid', retry_after_ms: null } } };
      expect(await call(`${url}/v1/generations`, body, key)).toMatchObject(expected);
      expect((await call(`${url}/_mock/ledger`)).body).toMatchObject({ accepted: 0 });
    },
  );

  it('[mock.accounts] asks for an account key', async () => {
    const { url } = await start();
    const expected = { status: 401, body: { error: { kind: 'login' } } };
    expect(await call(`${url}/v1/generations`, submission)).toMatchObject(expected);
  });

  it.each([
    '/v2/generations',
    '/v1/other',
    '/v1/results',
    '/v1/account/1',
    '/v1/generations/1/2',
    '/',
  ])('has nothing at %s', async (path) => {
    const { url } = await start();
    expect((await call(url + path, undefined, key)).status).toBe(404);
  });

  it('takes no method for another', async () => {
    const { url } = await start();
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const response = await fetch(`${url}/v1/account`, { method, headers: key });
      expect(response.status).toBe(404);
    }
  });
});

describe('the server', () => {
  it('[mock.lost-answers] closes although a caller is kept waiting', async () => {
    const server = await start();
    const prompt = '[[mock:response=hang]]';
    const waiting = call(`${server.url}/v1/generations`, { ...submission, prompt }, key);
    const outcome = waiting.catch((error: unknown) => error);
    await expect
      .poll(async () => (await call(`${server.url}/_mock/ledger`)).body)
      .toMatchObject({ accepted: 1, jobs: [{ answered: false }] });
    await server.close();
    expect(await outcome).toBeInstanceOf(TypeError);
    closers.pop();
  });

  it('says when its port is taken', async () => {
    const { url } = await start();
    const port = Number(new URL(url).port);
    await expect(start({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
