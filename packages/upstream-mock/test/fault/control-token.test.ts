import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { endOf, useMockProcesses } from '../support/mock-process.ts';
import { ownBody } from '../support/verdict/verdict-bench.ts';

const { launch, run, serve } = useMockProcesses();
const token = 'a-token-of-the-tests';

async function ended(child: ReturnType<typeof run>) {
  const [out, errors, end] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    endOf(child),
  ]);
  return { code: end.code, out, errors };
}

describe('filmgate-mock serve with a control token', () => {
  it.each([
    [
      'in the environment',
      (): [string[], Record<string, string>] => [
        ['--host', '0.0.0.0'],
        { FILMGATE_MOCK_CONTROL_TOKEN: token },
      ],
    ],
    [
      'in a file',
      (): [string[], Record<string, string>] => {
        const folder = mkdtempSync(join(tmpdir(), 'filmgate-token-'));
        onTestFinished(() => rmSync(folder, { recursive: true }));
        writeFileSync(join(folder, 'token'), `${token}\n`);
        return [['--host', '0.0.0.0', '--control-token-file', join(folder, 'token')], {}];
      },
    ],
  ])(
    '[mock.control-token] %s asks for it, and the verdict command brings it',
    async (_, location) => {
      const { url } = await serve(...location());
      const status = async (path: string, headers = {}) =>
        (await fetch(url + path, { headers })).status;
      expect(await status('/_mock/ledger')).toBe(401);
      expect(await status('/_mock/ledger', { authorization: `Bearer ${token}` })).toBe(200);
      expect(await status('/_mock/healthz')).toBe(200);
      const asked = (environment: Record<string, string>) =>
        ended(run(['verdict', url], environment));
      expect(await asked({ FILMGATE_MOCK_CONTROL_TOKEN: token })).toMatchObject({ code: 3 });
      const refused = await asked({ FILMGATE_MOCK_CONTROL_TOKEN: `${token}-not` });
      expect(refused.code).toBe(2);
      expect(refused.errors).toContain('FILMGATE_MOCK_CONTROL_TOKEN');
      expect(refused.errors).not.toContain(token);
    },
  );

  it('[mock.control-token] takes an empty variable for none', async () => {
    const variables = { FILMGATE_MOCK_CONTROL_TOKEN: '' };
    const { url } = await serve([], variables);
    expect((await fetch(`${url}/_mock/ledger`)).status).toBe(200);
    const { errors, code } = await ended(run(['verdict', url], variables));
    expect([errors, code]).toEqual(['', 3]);
  });

  it('[mock.control-token] is not started with a file that has none, and prefers a file to the variable', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'filmgate-token-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'token');
    writeFileSync(file, '\n');
    const { errors } = await ended(launch(['--control-token-file', file, '--port', '0'], {}));
    expect(errors).toContain(`${file}: the control token must have`);
    writeFileSync(file, token);
    const variables = { FILMGATE_MOCK_CONTROL_TOKEN: 'another-token' };
    const { url } = await serve(['--control-token-file', file], variables);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${url}/_mock/ledger`, { headers })).status).toBe(200);
  });

  it('[mock.control-token] beyond loopback and without one has no control routes', async () => {
    const { url } = await serve(['--host', '0.0.0.0']);
    expect((await fetch(`${url}/_mock/ledger`)).status).toBe(404);
  });
});

it('[mock.log] prints a line of JSON for each request, without credentials and values of queries', async () => {
  const args = ['--port', '0', '--log', 'json', '--as', 'ark'];
  const child = launch(args, { FILMGATE_MOCK_CONTROL_TOKEN: token });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => JSON.parse((await lines.next()).value ?? '');
  const first = await next();
  expect(first).toEqual({ listens: expect.stringMatching(/^http:/), as: ['ark'] });
  const { listens: url } = first as { listens: string };
  const headers = { authorization: 'Bearer key-of-one' };
  const body = JSON.stringify(ownBody('one'));
  await fetch(`${url}/s/suite-1/v1/generations`, { method: 'POST', headers, body });
  expect(await next()).toMatchObject({
    space: 'suite-1',
    op: 'submit',
    logical_key: 'id:one',
    reported: { kind: 'response', status: 202 },
    ended: 'sent',
  });
  const lost = JSON.stringify(ownBody('two', { prompt: '[[mock:lost-response]]' }));
  await expect(
    fetch(`${url}/v1/generations`, { method: 'POST', headers, body: lost }),
  ).rejects.toThrow();
  expect(await next()).toMatchObject({
    space: 'default',
    reported: { kind: 'reset' },
    ended: 'reset',
  });
  const control = { authorization: `Bearer ${token}` };
  await fetch(`${url}/_mock/ledger?key=${token}`, { headers: control });
  const reported = await next();
  expect(reported).toMatchObject({
    method: 'GET',
    path: '/_mock/ledger',
    reported: { status: 200 },
  });
  await fetch(`${url}/_mock/${token}`, { headers: control });
  const masked = await next();
  expect(masked).toMatchObject({ path: '/_mock/***', reported: { status: 404 } });
  await fetch(`${url}/v1/generations?key=key-of-one`, { headers });
  const last = await next();
  expect(last).toMatchObject({ query: ['key'] });
  expect(JSON.stringify([reported, masked, last])).not.toMatch(/key-of-one|token/);
});

describe('filmgate-mock wait', () => {
  it('[commands.mock-wait] ends with 0 once a mock answers', async () => {
    // Answers as a mock does from its third request on.
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.writeHead(asked > 2 ? 200 : 503).end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    expect(await ended(run(['wait', `http://127.0.0.1:${port}/s/suite-1`]))).toEqual({
      code: 0,
      out: '',
      errors: '',
    });
    expect(asked).toBe(3);
  });

  it.each([
    [['http://127.0.0.1:1', '--timeout', '0.2'], 'no mock responded at http://127.0.0.1:1 within'],
    [['nonsense'], 'the address of a mock must be like'],
    [['http://127.0.0.1:1', '--timeout', 'x'], 'must be a number of seconds'],
  ])('[commands.mock-wait] ends with 1 for %j', async (args, words) => {
    const { code, errors } = await ended(run(['wait', ...args]));
    expect(code).toBe(1);
    expect(errors).toContain(words);
  });
});
