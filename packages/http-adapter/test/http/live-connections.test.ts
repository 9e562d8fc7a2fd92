import type { Socket } from 'node:net';
import { afterEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { StorageUnavailable } from '@filmgate/core';
import { LiveClient } from '../doubles/live-client.ts';
import { listen } from '../doubles/raw-http.ts';
import { createTestApi, type TestApi } from '../doubles/video-task-test-api.ts';

const opened: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

interface Listening extends TestApi {
  readonly url: string;
  make(prompt?: string): Promise<string>;
  /** Opens a live connection of alice. */
  alices(options?: { readonly autoPong?: boolean }): Promise<LiveClient>;
}

type Live = NonNullable<NonNullable<Parameters<typeof createTestApi>[0]>['settings']>['liveEvents'];

async function start(liveEvents: Live = {}): Promise<Listening> {
  const api = await createTestApi({ settings: { liveEvents } });
  const url = `ws://127.0.0.1:${await listen(api.app)}/v1/videos/events`;
  opened.push(() => api.app.close());
  return {
    ...api,
    url,
    make: async (prompt = 'a cat') => {
      const known = new Set(api.gateway.jobs.keys());
      await api.app.inject({
        method: 'POST',
        url: '/v1/videos',
        headers: api.alice,
        payload: { prompt },
      });
      const [id = ''] = [...api.gateway.jobs.keys()].filter((one) => !known.has(one));
      const job = api.gateway.jobs.get(id);
      if (job !== undefined) api.changes.announce(job);
      return id;
    },
    alices: async (options = {}) => {
      const client = await LiveClient.open({ url, headers: api.alice }, options);
      await client.message('ready');
      return client;
    },
  };
}

/** Waits until sockets and promises have settled. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('a live connection', () => {
  it('[live-events.revoked] ends with its credential: no later change is reported', async () => {
    const api = await start();
    const client = await api.alices();
    const bob = await LiveClient.open({ url: api.url, headers: api.bob });
    await api.make('reported');
    await client.until(({ messages }) => messages.length === 2);
    api.disabled.add('alice');
    const kept = [...api.gateway.jobs.values()][0]?.id ?? '';
    api.changes.announce(api.gateway.change(kept, { progress: 99 }));
    expect(await client.ended).toMatchObject({ code: 4401 });
    expect(client.messages).toHaveLength(2);
    expect(bob.socket.readyState).toBe(bob.socket.OPEN);
  });

  it('[live-events.revoked] ends within seconds also where nothing happens', async () => {
    const api = await start();
    const client = await api.alices();
    api.disabled.add('alice');
    await settle();
    expect(client.socket.readyState).toBe(client.socket.OPEN);
    api.clock.advance(5_000);
    expect(await client.ended).toMatchObject({ code: 4401 });
  });

  it('[live-events.closing] ends with 1011 where the store cannot be asked, to be resumed later', async () => {
    const api = await start();
    const client = await api.alices();
    Object.assign(api.deps.apiUsers, {
      authenticate: () => Promise.reject(new StorageUnavailable('gone', { applied: 'no' })),
    });
    api.clock.advance(5_000);
    expect(await client.ended).toMatchObject({ code: 1011 });
    expect(api.log.events.map(({ event }) => event)).toContain('live_events_failed');
  });

  it('[live-events.heartbeat] is pinged, and dropped without an answer', async () => {
    const api = await start({ recheckMs: 1_000, rechecksPerPing: 1 });
    const alive = await api.alices();
    const dead = await api.alices({ autoPong: false });
    for (let round = 1; round <= 3; round += 1) {
      api.clock.advance(1_000);
      await alive.until(({ pings }) => pings === round);
      await settle();
    }
    expect(await dead.ended).toMatchObject({ code: 1006 });
    expect(dead.pings).toBe(1);
    expect(alive.socket.readyState).toBe(alive.socket.OPEN);
  });

  it('[live-events.inbound] ignores messages, ends when they are large or many', async () => {
    const api = await start({ mostInbound: 5 });
    const [quiet, large, much] = [await api.alices(), await api.alices(), await api.alices()];
    quiet.socket.send('hello');
    large.socket.send('x'.repeat(5_000));
    for (let count = 0; count < 6; count += 1) much.socket.send('{}');
    expect(await large.ended).toMatchObject({ code: 1009 });
    expect(await much.ended).toMatchObject({ code: 1008 });
    await api.make();
    await quiet.until(({ messages }) => messages.length === 2);
  });

  it('[live-events.slow] of a slow reader keeps of each task the last change only', async () => {
    const api = await start({ bufferedBytes: 1 });
    const client = await api.alices();
    const id = await api.make('x'.repeat(20_000));
    client.socket.pause();
    for (let progress = 1; progress <= 99; progress += 1) {
      api.changes.announce(api.gateway.change(id, { progress }));
      await settle();
    }
    client.socket.resume();
    await client.until(({ messages }) => messages.at(-1)?.data?.['progress'] === 99);
    const seen = client.messages.flatMap(({ data }) =>
      data === undefined ? [] : [Number(data['progress'])],
    );
    expect(seen.toSorted((one, other) => one - other)).toEqual(seen);
  });

  it('[live-events.slow] of one that reads nothing is aborted, and resumed without loss', async () => {
    const api = await start({ bufferedBytes: 1, mostWaiting: 3 });
    const client = await api.alices();
    const { id: last } = await client.message('ready');
    client.socket.pause();
    // More than the kernel buffers for a connection, then one more than may wait outside.
    const made: string[] = [];
    let isGivenUp = false;
    void client.ended.then(() => {
      isGivenUp = true;
    });
    for (let count = 0; count < 400; count += 1) made.push(await api.make('長'.repeat(20_000)));
    await settle();
    expect(isGivenUp).toBe(false);
    client.socket.resume();
    expect(await client.ended).toMatchObject({ code: 1013 });
    const reported = client.messages.length - 1;
    expect(reported).toBeLessThan(made.length);
    const again = await LiveClient.open({
      url: `${api.url}?last_event_id=${client.messages.at(-1)?.id ?? last}`,
      headers: api.alice,
    });
    await again.message('ready');
    const all = [...client.messages, ...again.messages].map(({ data }) => data?.['id']);
    expect(made.filter((id) => !all.includes(id))).toEqual([]);
  });

  it('[live-events.bounded] is refused beyond 64 of one caller, whatever others have, until one ends', async () => {
    const api = await start();
    const clients: LiveClient[] = [];
    for (let count = 0; count < 64; count += 1) clients.push(await api.alices());
    const refused = await LiveClient.refused({ url: api.url, headers: api.alice });
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect(refused.body).toContain('"code":"too_many_requests"');
    expect(refused.body).toContain('64 WebSockets');
    const bob = await LiveClient.open({ url: api.url, headers: api.bob });
    await bob.message('ready');
    clients[0]?.socket.terminate();
    await clients[0]?.ended;
    await settle();
    await api.alices();
  });

  it('[live-events.bounded] gets the changes of one moment by one write', async () => {
    const api = await start();
    const spies: MockInstance[] = [];
    api.app.server.on('connection', (socket: Socket) => {
      spies.push(vi.spyOn(socket, '_write'), vi.spyOn(socket, '_writev'));
    });
    const writes = (): number => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    const client = await api.alices();
    const made = [await api.make('one'), await api.make('two'), await api.make('three')];
    await client.until(({ messages }) => messages.length === 4);
    await settle();
    const before = writes();
    for (const id of made) api.changes.announce(api.gateway.change(id, { progress: 50 }));
    await client.until(({ messages }) => messages.length === 7);
    expect(writes() - before).toBe(1);
  });

  it('[live-events.closing] ends with 1001 when the server closes, which waits for no client', async () => {
    const api = await start();
    const client = await api.alices();
    const mute = await api.alices();
    mute.socket.pause();
    const closed = api.app.close();
    expect(await client.ended).toMatchObject({ code: 1001 });
    await settle();
    api.clock.advance(2_000);
    await closed;
    mute.socket.resume();
    await mute.ended;
    expect([api.changes.listeners, api.clock.sleepers]).toEqual([0, 0]);
  });

  it('[live-events.cheap] costs nothing once no client listens: no subscription, no timer', async () => {
    const api = await start();
    expect([api.changes.listeners, api.clock.sleepers]).toEqual([0, 0]);
    const clients = await Promise.all([api.alices(), api.alices()]);
    expect([api.changes.listeners, api.clock.sleepers]).toEqual([1, 1]);
    for (const { socket } of clients) socket.terminate();
    await Promise.all(clients.map(({ ended }) => ended));
    await settle();
    expect([api.changes.listeners, api.clock.sleepers]).toEqual([0, 0]);
  });
});
