import { StorageUnavailable } from '@filmgate/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { meetScript } from '../../src/data-loss/fence-scripts.ts';
import { type OpenStore, openStore } from '../../src/connection/open-store.ts';
import {
  contradict,
  count,
  counted,
  countUp,
  readCount,
  refuse,
  stumble,
} from '../support/counting.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

let server: RedisServer;
let proxy: TcpProxy;
let store: OpenStore;
/** A store connected to the server without the proxy. */
let onlooker: OpenStore;
let stores = 0;

/** Waits for responses as nodes do; a lost response is noticed at once. */
const patient = { graceMs: 50, reconnectAfterMs: 5 };
/** Treats a response as missing soon, and asks again for a long time. */
const asking = { ...patient, responseTimeoutMs: 150, settleWithinMs: 20_000 };
/** Aborts soon. */
const hasty = { ...asking, settleWithinMs: 1500 };

beforeAll(async () => {
  server = await startRedisServer();
});
afterAll(() => server.stop());

beforeEach(async () => {
  stores += 1;
  const prefix = `unanswered-${String(stores)}`;
  proxy = await startTcpProxy(server.port);
  store = await openStore({ url: proxy.url, prefix, ...patient });
  onlooker = await openStore({ url: server.url, prefix });
});

/** Opens the store of the test again, with other timeouts. */
async function reopen(patience: typeof hasty): Promise<void> {
  await store.close();
  store = await openStore({ url: proxy.url, prefix: `unanswered-${String(stores)}`, ...patience });
}

afterEach(async () => {
  proxy.heal();
  await store.close();
  await onlooker.close();
  await proxy.close();
});

describe('a reply that is lost after the server did what it was asked', () => {
  it('[redis.unanswered.reread] is requested again by command id, and nothing is done twice', async () => {
    await count(store);
    for (let lost = 1; lost <= 5; lost += 1) {
      proxy.loseRepliesTo(countUp.sha, 1);
      expect(await count(store)).toBe(lost + 1);
    }
    expect(proxy.lost()).toBe(5);
    expect(await counted(onlooker)).toBe(6);
  });

  it('[redis.unanswered.reread] may be lost several times in a row', async () => {
    proxy.loseRepliesTo(countUp.sha, 4);
    expect(await count(store)).toBe(1);
    expect(proxy.lost()).toBe(4);
    expect(await counted(onlooker)).toBe(1);
  });

  it('[redis.unanswered.reread] is found again among many calls under way at once', async () => {
    await count(store);
    proxy.loseRepliesTo(countUp.sha, 2);
    const counts = await Promise.all(Array.from({ length: 40 }, () => count(store)));
    expect(proxy.lost()).toBeGreaterThan(0);
    expect(counts.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 40 }, (_, index) => index + 2),
    );
    expect(await counted(onlooker)).toBe(41);
  });

  it('[redis.unanswered.reread] survives that the script cache was emptied meanwhile', async () => {
    await count(store);
    const admin = await server.admin();
    await admin.script('FLUSH');
    expect(await count(store)).toBe(2);
    proxy.loseRepliesTo(countUp.sha, 1);
    const third = count(store);
    await admin.script('FLUSH');
    expect(await third).toBe(3);
    expect(await counted(onlooker)).toBe(3);
  });

  it('[redis.unanswered.refusal-final] of a refusal stays a refusal, whatever has changed since', async () => {
    const key = store.keys.of('count');
    proxy.loseRepliesTo(refuse.sha, 1);
    const { outcome } = await store.scripts.change(refuse, { keys: [key], args: [] });
    expect(outcome).toBe('refused');
    expect(proxy.lost()).toBe(1);
    expect(await counted(onlooker)).toBe(0);
  });

  it('of a read is simply asked again', async () => {
    await count(store);
    proxy.loseRepliesTo(readCount.sha, 2);
    expect(await counted(store)).toBe(1);
    expect(proxy.lost()).toBe(2);
  });
});

describe('an unknown outcome', () => {
  it('[redis.unanswered.unknown] is thrown as unknown when every reply is lost within the bound', async () => {
    await reopen(hasty);
    proxy.loseRepliesTo(countUp.sha, 1_000_000);
    const fault = await count(store).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(StorageUnavailable);
    expect(fault).toMatchObject({ applied: 'unknown', reason: null });
    expect(await counted(onlooker)).toBe(1);
  });

  it('[redis.unanswered.no-late-effect] cannot take effect any more once it was thrown, however late it arrives', async () => {
    await reopen(hasty);
    server.pause();
    const fault = await count(store).catch((error: unknown) => error);
    expect(fault).toMatchObject({ applied: 'unknown' });
    // The copies wait in the server's sockets; past their deadline they must do nothing.
    const margin = performance.now() + 1200;
    await expect.poll(() => performance.now() > margin, { timeout: 30_000 }).toBe(true);
    server.resume();
    await expect
      .poll(
        () =>
          onlooker.ping().then(
            () => true,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true);
    expect(await counted(onlooker)).toBe(0);
  });

  it('[redis.unanswered.reread] is settled when a suspended server resumes in time', async () => {
    await reopen(asking);
    server.pause();
    const counting = count(store);
    const soon = performance.now() + 500;
    await expect.poll(() => performance.now() > soon, { timeout: 30_000 }).toBe(true);
    server.resume();
    expect(await counting).toBe(1);
    expect(await counted(onlooker)).toBe(1);
  });

  it('[redis.unanswered.half-open] is settled over a new connection when the old one is dead and does not say so', async () => {
    await reopen(asking);
    await count(store);
    proxy.hold();
    const counting = count(store);
    await expect.poll(() => performance.now(), { timeout: 1000, interval: 100 }).toBeGreaterThan(0);
    proxy.heal();
    expect(await counting).toBe(2);
    expect(await counted(onlooker)).toBe(2);
  });

  it('[redis.unanswered.half-open] is reported within the bound while the connection stays dead', async () => {
    await reopen(hasty);
    proxy.hold();
    const fault = await count(store).catch((error: unknown) => error);
    expect(fault).toMatchObject({ applied: 'unknown' });
    proxy.heal();
    await expect.poll(() => count(store).catch(() => 0), { timeout: 30_000 }).toBe(1);
  });

  it('[redis.unanswered.latency] is done once when responses arrive, but too late', async () => {
    await reopen(hasty);
    proxy.delay(100);
    const fault = await count(store).catch((error: unknown) => error);
    expect(fault).toMatchObject({ applied: 'unknown' });
    proxy.heal();
    await expect
      .poll(
        () =>
          store.ping().then(
            () => true,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true);
    expect(await counted(onlooker)).toBeLessThanOrEqual(1);
  });

  it('of a script that broke in the middle is unknown', async () => {
    const call = { keys: [store.keys.of('count')], args: [] };
    await expect(store.scripts.change(stumble, call)).rejects.toMatchObject({ applied: 'unknown' });
  });
});

describe('what is known not to have happened', () => {
  it('[redis.unanswered.unsent] is thrown when there was no connection', async () => {
    await reopen(asking);
    proxy.cut();
    await expect(store.ping()).rejects.toBeInstanceOf(StorageUnavailable);
    const fault = await count(store).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(StorageUnavailable);
    expect(fault).toMatchObject({ applied: 'no' });
    await expect(store.ping()).rejects.toBeInstanceOf(StorageUnavailable);
    proxy.heal();
    await expect.poll(() => count(store).catch(() => 0), { timeout: 30_000 }).toBe(1);
  });

  it('[redis.amnesia.detected] is thrown when the store forgot, although the response that shows it is lost at first', async () => {
    await count(store);
    const admin = await server.admin();
    const [, beginning = ''] = meetScript.split('\n');
    proxy.loseRepliesTo(beginning, 1);
    await admin.del(store.keys.fence);
    const fault = await count(store).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(StorageUnavailable);
    expect(fault).toMatchObject({ applied: 'no', reason: 'data-loss' });
    expect(proxy.lost()).toBe(1);
  });

  it('is thrown when the call contradicts what is stored', async () => {
    const call = { keys: [store.keys.of('count')], args: [] };
    const fault = await store.scripts.change(contradict, call).catch((error: unknown) => error);
    expect(fault).toMatchObject({ applied: 'no', message: expect.stringContaining('never') });
  });

  it('[redis.refusals.oom] is thrown when the server has no memory left, and reads continue', async () => {
    await count(store);
    const admin = await server.admin();
    await admin.config('SET', 'maxmemory', '1');
    try {
      const fault = await count(store).catch((error: unknown) => error);
      expect(fault).toMatchObject({ applied: 'no', message: expect.stringContaining('maxmemory') });
      expect(await counted(store)).toBe(1);
    } finally {
      await admin.config('SET', 'maxmemory', '0');
    }
    expect(await count(store)).toBe(2);
  });

  it('[redis.refusals.oom] becomes unknown when an earlier copy went unanswered', async () => {
    await reopen({ ...asking, responseTimeoutMs: 2000, settleWithinMs: 3000 });
    const admin = await server.admin();
    proxy.loseRepliesTo(countUp.sha, 1);
    proxy.park(countUp.sha);
    const counting = count(store).catch((error: unknown) => error);
    // The first copy ran and its response was lost; the second is on its way over a connection that was checked.
    await expect.poll(() => proxy.parked(), { timeout: 20_000, interval: 1 }).toBe(1);
    expect(proxy.lost()).toBe(1);
    await admin.config('SET', 'maxmemory', '1');
    await admin.config('RESETSTAT');
    proxy.release();
    try {
      // The outcome is stored, but a script may not even look it up while the server is out of memory.
      expect(await counting).toMatchObject({ applied: 'unknown' });
      expect(await admin.info('errorstats')).toMatch(/errorstat_OOM:count=[1-9]/u);
      expect(proxy.lost()).toBe(1);
    } finally {
      await admin.config('SET', 'maxmemory', '0');
    }
    expect(await counted(onlooker)).toBe(1);
  });

  it('[redis.refusals.readonly] is thrown by a server that became a replica, until it is a primary again', async () => {
    await count(store);
    const admin = await server.admin();
    await admin.replicaof('127.0.0.1', 1);
    try {
      const fault = await count(store).catch((error: unknown) => error);
      expect(fault).toMatchObject({ applied: 'no', message: expect.stringContaining('replica') });
    } finally {
      await admin.replicaof('NO', 'ONE');
    }
    await expect.poll(() => count(store).catch(() => 0), { timeout: 30_000 }).toBe(2);
  });

  it('[redis.refusals.busy] is thrown while another client blocks the server', async () => {
    await reopen(hasty);
    const admin = await server.admin();
    await admin.config('SET', 'busy-reply-threshold', '20');
    const killer = await server.admin();
    const endless = admin.eval('while true do end', 0).catch(() => undefined);
    await expect
      .poll(() => killer.get('x').then(() => '', String), { timeout: 30_000, interval: 10 })
      .toContain('BUSY');
    const fault = await count(store).catch((error: unknown) => error);
    await killer.script('KILL');
    await endless;
    expect(fault).toMatchObject({ applied: 'no' });
    await expect.poll(() => count(store).catch(() => 0), { timeout: 30_000 }).toBe(1);
  });
});
