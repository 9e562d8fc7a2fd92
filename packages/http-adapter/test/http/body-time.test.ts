import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAdminApi, createRequestBounds } from '../../src/index.ts';
import { AdminTestApi } from '../doubles/admin-test-api.ts';
import { createManualClock } from '../doubles/manual-clock.ts';
import { listen, openRaw, type RawConnection } from '../doubles/raw-http.ts';
import { createTestApi, type TestApi } from '../doubles/video-task-test-api.ts';
import { generousLimits } from '../doubles/generous-limits.ts';

const second = 1000;

interface Listening extends TestApi {
  readonly connection: RawConnection;
  /** Advances the clock, second by second. */
  pass(seconds: number): Promise<void>;
  /** Sends bytes and waits until the server has them. */
  deliver(bytes: string): Promise<void>;
}

async function listening(): Promise<Listening> {
  const api = await createTestApi({ limits: generousLimits });
  onTestFinished(() => api.app.close());
  let received = (): number => 0;
  api.app.server.on('connection', (socket) => {
    received = () => socket.bytesRead;
  });
  const connection = await openRaw(await listen(api.app));
  let sent = 0;
  return {
    ...api,
    connection,
    async pass(seconds) {
      for (let index = 0; index < seconds; index += 1) {
        api.clock.advance(second);
        for (let turn = 0; turn < 3; turn += 1) await setImmediate();
      }
    },
    async deliver(bytes) {
      sent += Buffer.byteLength(bytes);
      connection.send(bytes);
      await expect.poll(received, { interval: 1 }).toBe(sent);
      for (let turn = 0; turn < 3; turn += 1) await setImmediate();
    },
  };
}

const json = 'content-type: application/json\r\n';
const form = 'content-type: multipart/form-data; boundary=x\r\n';
const raw = 'content-type: image/png\r\n';

function head(path: string, lines: string): string {
  return `POST ${path} HTTP/1.1\r\nhost: x\r\n${lines}\r\n`;
}

describe('a body that stalls', () => {
  it.each([
    ['JSON', '/v1/videos', 'alice', `${json}content-length: 500\r\n`, '{"prompt": "a'],
    ['JSON of which nothing came', '/v1/videos', 'alice', `${json}content-length: 500\r\n`, ''],
    ['JSON in chunks', '/v1/videos', 'alice', `${json}transfer-encoding: chunked\r\n`, '3\r\n{"p'],
    ['a form', '/v1/videos', 'alice', `${form}content-length: 500\r\n`, '--x\r\nContent-'],
    ['a raw upload', '/api/v1/assets', 'native', `${raw}content-length: 9999\r\n`, 'PNG'],
    ['a native job', '/api/v1/video-jobs', 'native', `${json}content-length: 500\r\n`, '{'],
  ] as const)(
    '[flow.body.stall-408] gets 408 after a minute: %s',
    async (_, path, caller, lines, body) => {
      const { connection, pass, deliver, [caller]: credential } = await listening();
      const key = caller === 'native' ? 'idempotency-key: 12345678\r\n' : '';
      const authorization = `authorization: ${credential.authorization}\r\n`;
      await deliver(head(path, `${authorization}${key}${lines}`) + body);
      await pass(59);
      expect(connection.text()).toBe('');
      await pass(3);
      const response = await connection.closed();
      expect(response).toMatch(/^HTTP\/1\.1 408 /);
      expect(response).toMatch(/^connection: close\r$/im);
      expect(response).toContain('"code":"request_timeout"');
      expect(response).toContain('60 seconds');
    },
  );

  it('[flow.body.stall-408] ends the connection if the response came before it', async () => {
    const { connection, pass, deliver } = await listening();
    await deliver(`${head('/v1/videos', `${json}content-length: 500\r\n`)}{`);
    expect(await connection.until('api_key_required')).toMatch(/^HTTP\/1\.1 401 /);
    await pass(62);
    expect(await connection.closed()).not.toContain('408');
  });

  it('[flow.body.stall-408] ends the connection of a read that carries one', async () => {
    const { connection, pass, deliver, alice } = await listening();
    const lines = `authorization: ${alice.authorization}\r\ncontent-length: 500\r\n`;
    await deliver(`GET /v1/models HTTP/1.1\r\nhost: x\r\n${lines}\r\n`);
    expect(await connection.until('"data"')).toMatch(/^HTTP\/1\.1 200 /);
    await pass(62);
    await connection.closed();
  });
});

describe('a body that comes slowly', () => {
  const lines = (authorization: string, length: number): string =>
    `authorization: ${authorization}\r\n${json}content-length: ${length}\r\n`;

  it('[flow.body.floor-408] below the floor gets 408, however steady it is', async () => {
    const { connection, pass, deliver, alice } = await listening();
    await deliver(head('/v1/videos', lines(alice.authorization, 100_000)));
    for (let minute = 0; minute < 4 && connection.text() === ''; minute += 1) {
      await deliver('{'.padEnd(1000));
      await pass(30);
    }
    expect(await connection.closed()).toMatch(/^HTTP\/1\.1 408 [^]*1024 bytes per second/);
  });

  it('[flow.body.floor-408] above the floor may take as long as it likes', async () => {
    const { connection, pass, deliver, alice } = await listening();
    const prompt = 'a'.repeat(1000);
    const body = JSON.stringify({ prompt }).padEnd(40 * 60_000);
    await deliver(head('/v1/videos', lines(alice.authorization, body.length)));
    for (let sent = 0; sent < body.length; sent += 60_000) {
      await deliver(body.slice(sent, sent + 60_000));
      await pass(50);
    }
    expect(await connection.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 202 /);
  });

  it('[flow.body.time-ours] is not blamed for a process that stood still', async () => {
    const { connection, clock, pass, deliver, alice } = await listening();
    const body = '{"prompt":"a"}';
    await deliver(head('/v1/videos', lines(alice.authorization, body.length)) + body.slice(0, 4));
    await pass(20);
    clock.advance(600 * second);
    await pass(35);
    expect(connection.text()).toBe('');
    await deliver(body.slice(4));
    expect(await connection.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 202 /);
  });
});

it('[flow.body.then-no-limit] no time counts once the body is complete', async () => {
  const clock = createManualClock();
  const waiting = Fastify();
  onTestFinished(() => waiting.close());
  createRequestBounds(generousLimits, clock).apply(waiting);
  const { promise, resolve } = Promise.withResolvers<string>();
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
  waiting.post('/wait', () => {
    isAsked();
    return promise;
  });
  const connection = await openRaw(await listen(waiting));
  connection.send(`${head('/wait', `${json}content-length: 2\r\n`)}{}`);
  await asked;
  for (let index = 0; index < 1800; index += 1) {
    clock.advance(second);
    await setImmediate();
  }
  resolve('made');
  expect(await connection.until('made')).toMatch(/^HTTP\/1\.1 200 /);
});

it('[flow.body.stall-408] a login that stalls gets 408 in the words of its API', async () => {
  const clock = createManualClock();
  const app = Fastify();
  onTestFinished(() => app.close());
  createRequestBounds(generousLimits, clock).apply(app);
  await app.register(createAdminApi(new AdminTestApi().deps('http://x')));
  const connection = await openRaw(await listen(app));
  const lines = `origin: http://x\r\n${json}content-length: 500\r\n`;
  connection.send(`${head('/api/v1/auth/login', lines)}{"username":`);
  await expect.poll(() => clock.sleepers, { interval: 1 }).toBe(1);
  for (let index = 0; index < 62; index += 1) {
    clock.advance(second);
    for (let turn = 0; turn < 3; turn += 1) await setImmediate();
  }
  const response = await connection.closed();
  expect(response).toMatch(/^HTTP\/1\.1 408 /);
  expect(response).toContain('{"detail":"No byte of the body arrived for 60 seconds."}');
});
