import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createVideoTaskApi } from '../../src/index.ts';
import { errorBody } from '../../src/http/error-codes.ts';
import { LiveClient, type LiveMessage } from '../doubles/live-client.ts';
import { listen, openRaw } from '../doubles/raw-http.ts';
import {
  createTestApi,
  type TestApi,
  type TestApiOptions,
} from '../doubles/video-task-test-api.ts';

const opened: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

interface Listening extends TestApi {
  readonly url: string;
  readonly port: number;
  /** Makes a job of an owner, as if just accepted, and announces it to listeners. */
  make(owner?: string, prompt?: string): Promise<string>;
}

async function start(options: TestApiOptions = {}): Promise<Listening> {
  const api = await createTestApi(options);
  const port = await listen(api.app);
  opened.push(() => api.app.close());
  let made = 0;
  return {
    ...api,
    port,
    url: `ws://127.0.0.1:${port}${options.prefix ?? ''}/v1/videos/events`,
    make: async (owner = 'alice', prompt = 'a cat') => {
      made += 1;
      const id = `vt_${String(made).padStart(26, '0')}`;
      await api.app.inject({
        method: 'POST',
        url: `${options.prefix ?? ''}/v1/videos`,
        headers: owner === 'alice' ? api.alice : api.bob,
        payload: { prompt },
      });
      const job = [...api.gateway.jobs.values()].at(-1);
      if (job === undefined) throw new Error(`nothing was made: ${id}`);
      api.changes.announce(job);
      return job.id;
    },
  };
}

function statesOf(messages: readonly LiveMessage[]): readonly unknown[] {
  return messages.map(({ type, data }) =>
    data === undefined ? type : [data['id'], data['status']],
  );
}

describe('live events of the Video Task API', () => {
  it('[live-events.push] pushes each change in the form of the task object, once it is saved', async () => {
    const api = await start();
    const client = await LiveClient.open({ url: api.url, headers: api.alice });
    await client.message('ready');
    const id = await api.make();
    await client.until(({ messages }) => messages.length === 2);
    api.changes.announce(api.gateway.change(id, { state: 'polling', progress: 40 }));
    await client.until(({ messages }) => messages.length === 3);
    api.clock.advance(1);
    api.changes.announce(api.gateway.complete(id, Buffer.from('movie')));
    await client.until(({ messages }) => messages.length === 4);
    expect(statesOf(client.messages)).toEqual([
      'ready',
      [id, 'in_progress'],
      [id, 'in_progress'],
      [id, 'completed'],
    ]);
    const task = await api.app.inject({ url: `/v1/videos/${id}`, headers: api.alice });
    expect(client.messages[3]).toEqual({
      id: expect.any(String),
      type: 'video.updated',
      data: task.json(),
    });
    expect(client.messages[2]?.data).toMatchObject({ progress: 40 });
    expect(new Set(client.messages.map((message) => message.id)).size).toBe(4);
  });

  it('[live-events.push] sends nothing if the task looks unchanged', async () => {
    const api = await start();
    const client = await LiveClient.open({ url: api.url, headers: api.alice });
    await client.message('ready');
    const id = await api.make();
    await client.until(({ messages }) => messages.length === 2);
    api.changes.announce(api.gateway.change(id, { state: 'prepared' }));
    api.changes.announce(api.gateway.change(id, { state: 'polling', progress: 7 }));
    await client.until(({ messages }) => messages.length === 3);
    expect(client.messages[2]?.data).toMatchObject({ progress: 7 });
  });

  it('[live-events.own-only] sends each API user only its own tasks of this API', async () => {
    const api = await start();
    const alice = await LiveClient.open({ url: api.url, headers: api.alice });
    const bob = await LiveClient.open({ url: api.url, headers: api.bob });
    await Promise.all([alice.message('ready'), bob.message('ready')]);
    const ofAlice = await api.make('alice');
    const ofBob = await api.make('bob');
    const native = api.gateway.change(ofAlice, {});
    api.changes.announce({ ...native, surface: 'native', id: 'vj_1' });
    api.changes.announce(api.gateway.change(ofAlice, { progress: 9 }));
    await Promise.all([
      alice.until(({ messages }) => messages.length === 3),
      bob.until(({ messages }) => messages.length === 2),
    ]);
    expect(alice.messages.slice(1).map(({ data }) => data?.['id'])).toEqual([ofAlice, ofAlice]);
    expect(bob.messages.slice(1).map(({ data }) => data?.['id'])).toEqual([ofBob]);
  });

  it('[live-events.resume] sends a resumed connection the missed changes, then new ones', async () => {
    const api = await start();
    const first = await LiveClient.open({ url: api.url, headers: api.alice });
    await first.message('ready');
    const seen = await api.make();
    const last = await first.message('video.updated');
    first.socket.terminate();
    await first.ended;
    api.clock.advance(60_000);
    const missed = await api.make();
    api.gateway.change(seen, {
      state: 'failed',
      failure: { code: 'generation_failed', message: 'No.' },
    });
    for (const request of [
      { url: `${api.url}?last_event_id=${last.id}`, headers: api.alice },
      { url: api.url, headers: { ...api.alice, 'last-event-id': last.id } },
    ]) {
      const again = await LiveClient.open(request);
      await again.message('ready');
      expect(statesOf(again.messages)).toEqual(
        expect.arrayContaining([[missed, 'in_progress'], [seen, 'failed'], 'ready']),
      );
      expect(again.messages).toHaveLength(3);
      expect(again.messages[2]?.type).toBe('ready');
    }
  });

  it('[live-events.resume] loses no change that comes while missed ones are read', async () => {
    const api = await start();
    const id = await api.make();
    api.clock.advance(60_000);
    const { changedSince } = api.deps.jobs;
    const reading = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    Object.assign(api.deps.jobs, {
      changedSince: async (query: Parameters<typeof changedSince>[0]) => {
        const outcome = await changedSince(query);
        begun.resolve();
        await reading.promise;
        return outcome;
      },
    });
    const start0 = Buffer.from('1.0').toString('base64url');
    const client = await LiveClient.open({
      url: `${api.url}?last_event_id=${start0}`,
      headers: api.alice,
    });
    await begun.promise;
    api.changes.announce(api.gateway.change(id, { progress: 50 }));
    const other = await api.make();
    // Changes are sent in the turn after the one they were saved in.
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    reading.resolve();
    await client.message('ready');
    expect(statesOf(client.messages)).toEqual([
      [id, 'in_progress'],
      [other, 'in_progress'],
      'ready',
    ]);
    expect(client.messages[0]?.data).toMatchObject({ progress: 50 });
  });

  it('[live-events.resync] says to list again where too much was missed', async () => {
    const api = await start({ settings: { liveEvents: { mostReplayed: 2 } } });
    const first = await LiveClient.open({ url: api.url, headers: api.alice });
    const { id } = await first.message('ready');
    first.socket.terminate();
    for (let count = 0; count < 3; count += 1) await api.make();
    const again = await LiveClient.open({
      url: `${api.url}?last_event_id=${id}`,
      headers: api.alice,
    });
    expect(await again.message('resync')).toEqual({ id: expect.any(String), type: 'resync' });
    const next = await api.make();
    await again.until(({ messages }) => messages.length === 2);
    expect(again.messages[1]?.data).toMatchObject({ id: next });
  });

  it.each(['nonsense', 'MS4', 'a'.repeat(600), '%00', 'Mi4x'])(
    '[live-events.resume] refuses %s, which is no id of an event',
    async (id) => {
      const api = await start();
      const response = await LiveClient.refused({
        url: `${api.url}?last_event_id=${encodeURIComponent(id)}`,
        headers: api.alice,
      });
      expect(response.status).toBe(400);
      expect(JSON.parse(response.body)).toMatchObject({
        error: { code: 'payload_invalid', param: 'last_event_id' },
      });
    },
  );
});

describe('an upgrade', () => {
  it('[live-events.refusals] is refused without a key, with a wrong one, and with one in the query, in the shape of every error', async () => {
    const api = await start();
    const refused = await Promise.all([
      LiveClient.refused({ url: api.url }),
      LiveClient.refused({ url: api.url, headers: { authorization: 'Bearer wrong-key' } }),
      LiveClient.refused({ url: `${api.url}?api_key=alice-key&authorization=Bearer%20alice-key` }),
      LiveClient.refused({ url: api.url, headers: api.native }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(refused.map(({ body }) => errorBody.parse(JSON.parse(body)).error.code)).toEqual([
      'api_key_required',
      'api_key_invalid',
      'api_key_required',
      'api_key_invalid',
    ]);
    expect(refused[0]?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': expect.any(String),
      'x-content-type-options': 'nosniff',
      connection: 'close',
    });
    expect(api.changes.listeners).toBe(0);
  });

  it('[live-events.refusals] on other paths gets the response of an ordinary request', async () => {
    const api = await start();
    const responses = await Promise.all(
      ['/v1/videos', '/v1/models', '/nope', '/v1/videos/events/'].map((path) =>
        LiveClient.refused({ url: `ws://127.0.0.1:${api.port}${path}`, headers: api.alice }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 404, 404]);
  });

  it('[live-events.refusals] to HTTP/2, as some clients offer with each request, is passed over, with any body', async () => {
    const api = await start();
    const connection = await openRaw(api.port);
    const body = JSON.stringify({ prompt: 'a cat' });
    connection.send(
      `POST /v1/videos HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\nAuthorization: Bearer alice-key\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 4)}`,
    );
    connection.send(body.slice(4));
    expect(await connection.until('"object":"video"')).toContain('HTTP/1.1 202');
    connection.send(
      'GET /v1/models HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer alice-key\r\n\r\n',
    );
    await connection.until('"object":"list"');
    connection.socket.destroy();
  });

  it('[live-events.refusals] is required by the path: other requests get 426', async () => {
    const api = await start();
    const plain = await api.app.inject({ url: '/v1/videos/events', headers: api.alice });
    expect([plain.statusCode, plain.headers.upgrade]).toEqual([426, 'websocket']);
    expect(plain.json()).toMatchObject({ error: { code: 'upgrade_required' } });
    const foreign = await api.app.inject({ url: '/v1/videos/events' });
    expect(foreign.statusCode).toBe(401);
    const post = await api.app.inject({
      method: 'POST',
      url: '/v1/videos/events',
      headers: api.alice,
    });
    expect(post.statusCode).toBe(405);
  });

  it.each([
    ['HTTP/1.1', 'Sec-WebSocket-Version: 8', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
    ['HTTP/1.1', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: short'],
    ['HTTP/1.1', 'Sec-WebSocket-Version: 13', 'X-Nothing: 1'],
    ['HTTP/1.0', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
  ])('[live-events.refusals] by %s with %s and %s is refused with 400', async (http, ...lines) => {
    const api = await start();
    const connection = await openRaw(api.port);
    connection.send(
      `GET /v1/videos/events ${http}\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nAuthorization: Bearer alice-key\r\n${lines.join('\r\n')}\r\n\r\n`,
    );
    const response = await connection.closed();
    expect(response).toContain('HTTP/1.1 400');
    expect(response).toContain('payload_invalid');
  });

  it('[live-events.mounted] works below a prefix of a host, twice, and leaves upgrades of the host alone', async () => {
    const api = await createTestApi();
    const host = Fastify();
    await host.register(createVideoTaskApi(api.deps), { prefix: '/a' });
    await host.register(createVideoTaskApi(api.deps), { prefix: '/b' });
    host.get('/ping', () => ({ ok: true }));
    const port = await listen(host);
    opened.push(() => host.close());
    for (const prefix of ['/a', '/b']) {
      const url = `ws://127.0.0.1:${port}${prefix}/v1/videos/events`;
      const client = await LiveClient.open({ url, headers: api.alice });
      await client.message('ready');
    }
    const elsewhere = { url: `ws://127.0.0.1:${port}/ping` };
    expect((await LiveClient.refused(elsewhere)).body).toBe('{"ok":true}');
    host.server.on('upgrade', (request, socket) => {
      if (request.url === '/ping') socket.end('HTTP/1.1 418 Teapot\r\nContent-Length: 0\r\n\r\n');
    });
    expect((await LiveClient.refused(elsewhere)).status).toBe(418);
    const ours = await LiveClient.open({
      url: `ws://127.0.0.1:${port}/a/v1/videos/events`,
      headers: api.alice,
    });
    await ours.message('ready');
  });
});
