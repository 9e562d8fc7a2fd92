import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  createJobFactory,
  endsLostClaims,
  receive,
  refusesWhileLost,
  Scene,
} from '@filmgate/conformance';
import {
  acknowledgeLoss,
  confirmMove,
  type StorageBundle,
  StorageUnavailable,
} from '@filmgate/core';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acknowledgeScript, haltScript } from '../../src/data-loss/fence-scripts.ts';
import { createBaselineFile } from '../../src/data-loss/baseline-file.ts';
import { createRedisStorage } from '../../src/index.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { saysLost } from '../support/says-lost.ts';

let server: RedisServer;
const opened = new Set<StorageBundle>();
/** Detects an interruption soon, and does not fail because a server takes its time to start. */
const impatient = {
  responseTimeoutMs: 500,
  settleWithinMs: 20_000,
  reconnectAfterMs: 10,
  graceMs: 200,
};

async function open(): Promise<StorageBundle> {
  const bundle = await createRedisStorage({ url: server.url, ...impatient });
  opened.add(bundle);
  return bundle;
}

beforeEach(async () => {
  server = await startRedisServer();
});

afterEach(async () => {
  for (const bundle of opened) await bundle.close();
  opened.clear();
  await server.stop();
});

/** Ends the server and starts it with the files from the last `keep()`. */
function timeMachine() {
  const files = join(server.folder, 'appendonlydir');
  const kept = join(server.folder, 'kept');
  return {
    keep: () => cpSync(files, kept, { recursive: true }),
    goBack: async () => {
      await server.kill();
      rmSync(files, { recursive: true });
      cpSync(kept, files, { recursive: true });
      await server.restart('kept');
    },
  };
}

describe('a server that comes back with all it had', () => {
  it('[redis.restart.with-file] is used again, on every node, and nothing acknowledged is missing', async () => {
    const [first, second] = [await open(), await open()];
    const scene = new Scene(first);
    const jobs = [await scene.accept(), await scene.accept()];
    await server.restart('kept');
    await expect
      .poll(() =>
        first.ping().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await expect
      .poll(() =>
        second.ping().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    for (const job of jobs) expect((await second.reader.find(job.id))?.id).toBe(job.id);
    expect(first.dataLoss?.lost()).toBeNull();
    expect((await new Scene(second, 3).accept()).state).toBe('queued');
  });

  it('[redis.restart.with-file] loses no write that was under way when it was killed', async () => {
    const bundle = await open();
    const scene = new Scene(bundle);
    const accepting = Array.from({ length: 20 }, () => scene.accept());
    await server.restart('kept');
    for (const job of await Promise.all(accepting))
      expect((await bundle.reader.find(job.id))?.id).toBe(job.id);
  });

  it('[redis.refusals.loading] is waited for while it reads its file', async () => {
    const bundle = await open();
    const scene = new Scene(bundle);
    const jobs = await Promise.all(Array.from({ length: 30 }, () => scene.accept()));
    await server.restart('kept', {
      'key-load-delay': '2000',
      'loading-process-events-interval-bytes': '1024',
    });
    const admin = await server.admin().catch(() => undefined);
    expect(admin).toBeDefined();
    await expect
      .poll(() => bundle.reader.find(jobs[0]?.id ?? '').then((job) => job?.id, String), {
        timeout: 30_000,
      })
      .toBe(jobs[0]?.id);
  });
});

describe('a server that comes back without acknowledged data', () => {
  it('[redis.amnesia.detected] is noticed when its file is gone: every call says so, on every node', async () => {
    const [first, second] = [await open(), await open()];
    const scene = new Scene(first);
    await scene.accept();
    await server.restart('lost');
    await saysLost(first);
    await saysLost(second);
  });

  it('[redis.amnesia.detected] is noticed when only the last writes are missing, as after a failover', async () => {
    const [writer, idle] = [await open(), await open()];
    const scene = new Scene(writer);
    await scene.account('account-1');
    const machine = timeMachine();
    machine.keep();
    await scene.accept();
    await machine.goBack();
    await saysLost(writer);
    await saysLost(idle);
    for (const { dataLoss } of [writer, idle])
      expect(dataLoss?.lost()?.missingChanges).toBeGreaterThan(0);
  });

  it('[redis.amnesia.detected] is noticed by the node whose writes are missing, however many others wrote since', async () => {
    const [writer, other] = [await open(), await open()];
    await new Scene(writer).account('account-1');
    await other.ping();
    const machine = timeMachine();
    machine.keep();
    await new Scene(writer, 2).accept();
    await machine.goBack();
    // Directly on the server, past every node: the number of all commits is high again.
    const admin = await server.admin();
    await admin.hincrby('{filmgate}:fence', 'commits', 1000);
    await saysLost(writer);
    await saysLost(other);
    expect(other.dataLoss?.lost()?.missingChanges).toBeGreaterThan(0);
  });

  it('[redis.amnesia.detected] is detected before a node that knows of nothing missing can continue', async () => {
    const [writer, idle] = [await open(), await open()];
    const scene = new Scene(writer);
    await scene.account('account-1');
    const machine = timeMachine();
    machine.keep();
    await scene.accept();
    await machine.goBack();
    const job = createJobFactory(8).newJob();
    const accept = () =>
      idle.jobs.acceptJob({ job, idempotency: null, queueLimit: 10, now: job.createdAt });
    const responses = new Set<string>();
    const isLost = (error: unknown) =>
      error instanceof StorageUnavailable && error.reason === 'data-loss';
    await expect
      .poll(() => accept().then(({ kind }) => responses.add(kind), isLost), { timeout: 30_000 })
      .toBe(true);
    expect([...responses]).toEqual([]);
  });

  it('[redis.amnesia.detected] is noticed without any reconnection, when the data is wiped under a living connection', async () => {
    const bundle = await open();
    await new Scene(bundle).accept();
    const admin = await server.admin();
    await admin.flushall();
    await saysLost(bundle);
    expect(bundle.dataLoss?.lost()).not.toHaveProperty('missingChanges');
  });

  it('[redis.amnesia.witness] is noticed although every node was down meanwhile, by what a node wrote down', async () => {
    const baseline = createBaselineFile(join(server.folder, 'baseline.json'));
    const before = await createRedisStorage({ url: server.url, ...impatient, baseline });
    await new Scene(before).accept();
    await before.close();
    await server.restart('lost');
    const after = await createRedisStorage({ url: server.url, ...impatient, baseline });
    opened.add(after);
    await saysLost(after);
    const blind = await open();
    await saysLost(blind);
  });

  it('[redis.amnesia.administration] can still be administrated: logins, settings, and receipts of what was sent', async () => {
    const bundle = await open();
    const scene = new Scene(bundle);
    await scene.account('account-1');
    await bundle.values.put('kept', 'yes');
    const sent = await scene.acceptIn('dispatching');
    const machine = timeMachine();
    machine.keep();
    await scene.accept();
    await machine.goBack();
    await saysLost(bundle);
    const session = { idDigest: 's', username: 'a', createdAt: 1, lastSeenAt: 1, expiresAt: 9e12 };
    await bundle.adminAccess.openSession(session);
    const found = bundle.adminAccess.findSession({ idDigest: 's', idleMs: 1e6, now: 2 });
    expect(await found).toEqual(session);
    expect(await bundle.values.get('kept')).toBe('yes');
    await bundle.values.put('kept', 'again');
    expect(await bundle.values.get('kept')).toBe('again');
    const { id: jobId, correlationId } = sent;
    const response = { jobId, correlationId: correlationId ?? '', now: scene.now };
    const receipt = { ...response, accountId: 'account-1', endpoint: 'mock', handle: '{}' };
    const { next, effects } = receive(sent, scene.now);
    const decision = {
      claim: null,
      from: sent,
      next,
      effects,
      lease: 'keep',
      now: scene.now,
    } as const;
    await expect(bundle.jobs.recordReceipt({ ...receipt, decision })).rejects.toMatchObject({
      reason: 'data-loss',
    });
    expect(await bundle.jobs.recordReceipt(receipt)).toEqual({ kind: 'recorded', decided: null });
    await refusesWhileLost(bundle);
  });

  it('[redis.amnesia.acknowledge] is gone on with once an operator says so; what may have been sent becomes unknown and is never sent', async () => {
    const [first, second] = [await open(), await open()];
    const scene = new Scene(first);
    await scene.account('account-1');
    const owner = await scene.user('u1', 100);
    const queued = await scene.accept({ owner, cost: 5 });
    const prepared = await scene.acceptIn('prepared', { owner, cost: 7 });
    const polling = await scene.acceptIn('polling', { owner, cost: 11 });
    const machine = timeMachine();
    machine.keep();
    // Forgotten by the server: both were prepared and sent since.
    await scene.bring(queued, 'dispatching');
    await scene.recordDispatch(prepared);
    await machine.goBack();
    await saysLost(first);

    const clock = { now: () => scene.now, monotonicMs: () => 0, sleep: async () => undefined };
    expect(await acknowledgeLoss({ storage: second, clock })).toEqual({
      kind: 'acknowledged',
      unknownJobs: 2,
    });
    expect(await acknowledgeLoss({ storage: second, clock })).toEqual({ kind: 'nothing-lost' });

    for (const node of [first, second]) {
      await expect
        .poll(() =>
          node.ping().then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
      expect(node.dataLoss?.lost()).toBeNull();
      for (const { id } of [queued, prepared]) {
        const job = await node.reader.find(id);
        expect(job).toMatchObject({ state: 'outcome_unknown', quota: 'held', correlationId: null });
      }
      expect((await node.reader.find(polling.id))?.state).toBe('polling');
      expect(await node.apiUsers.usage(owner)).toMatchObject({ reserved: 11, held: 12, used: 0 });
    }
    // New jobs continue to work, on the node that had detected the loss and on the one that had not.
    for (const [seed, node] of [first, second].entries())
      expect((await new Scene(node, 50 + seed).accept({ owner })).state).toBe('queued');
  });

  it('[restore.claims-end] lets no node decide by what it had claimed before, though versions are given out again', async () => {
    const [bundle, other] = [await open(), await open()];
    const machine = timeMachine();
    const law = endsLostClaims({
      bundle,
      keep: async () => machine.keep(),
      goBack: async () => {
        await machine.goBack();
        await saysLost(bundle);
        await saysLost(other);
        // The node learns of the acknowledgement only through its own pending calls.
        return { node: bundle, operator: other };
      },
    });
    await expect(law).resolves.toBeUndefined();
  });

  it('[redis.amnesia.acknowledge] is not halted once more by a node that had noticed before and says so only now', async () => {
    const client = new Redis(server.url);
    const fence = 'fence';
    await client.hset(fence, { history_id: 'former', commits: 5 });
    expect(await client.eval(haltScript, 1, fence, 'former', 9, 'record')).toBe('record');
    const next = ['next', 7, 'server', 'address'];
    expect(await client.eval(acknowledgeScript, 3, fence, 'leases', 'counters', ...next)).toBe(1);
    expect(await client.eval(haltScript, 1, fence, 'former', 9, 'too late')).toBe('');
    expect(await client.hmget(fence, 'history_id', 'commits', 'halted')).toEqual([
      'next',
      '10',
      null,
    ]);
    expect(await client.eval(haltScript, 1, fence, 'next', 12, 'lost again')).toBe('lost again');
    client.disconnect();
  });

  it('[redis.amnesia.acknowledge] that is lost again after an acknowledgement is noticed again', async () => {
    const bundle = await open();
    const scene = new Scene(bundle);
    const machine = timeMachine();
    await scene.account('account-1');
    machine.keep();
    await scene.accept();
    await machine.goBack();
    await saysLost(bundle);
    const clock = { now: () => scene.now, monotonicMs: () => 0, sleep: async () => undefined };
    await acknowledgeLoss({ storage: bundle, clock });
    await bundle.ping();
    await machine.goBack();
    await saysLost(bundle);
  });
});

describe('a server that has what another one had', () => {
  let other: RedisServer;

  beforeEach(async () => {
    other = await startRedisServer();
  });
  afterEach(() => other.stop());

  const openAt = async (url: string): Promise<StorageBundle> => {
    const bundle = await createRedisStorage({ url, ...impatient });
    opened.add(bundle);
    return bundle;
  };

  /** Copies the server's files to the other one. */
  async function copyFiles(): Promise<void> {
    await other.kill();
    rmSync(join(other.folder, 'appendonlydir'), { recursive: true, force: true });
    cpSync(join(server.folder, 'appendonlydir'), join(other.folder, 'appendonlydir'), {
      recursive: true,
    });
    await other.restart('kept');
  }

  it('[redis.copy] is treated as a copy, on every node, and is used again once an operator confirms that it was moved', async () => {
    const before = await open();
    const job = await new Scene(before).accept();
    await copyFiles();
    const [first, second] = [await openAt(other.url), await openAt(other.url)];
    await saysLost(first);
    await saysLost(second);
    expect(first.dataLoss?.lost()).toMatchObject({ kind: 'elsewhere' });
    expect(first.dataLoss?.lost()?.detail).toContain(
      `127.0.0.1:${other.port} is not the server of the store`,
    );
    expect((await new Scene(before, 2).accept()).state).toBe('queued');
    expect(await confirmMove({ storage: second })).toEqual({ kind: 'confirmed' });
    await first.ping();
    expect((await first.reader.find(job.id))?.state).toBe('queued');
    await other.restart('kept');
    expect((await openAt(other.url)).dataLoss?.lost()).toBeNull();
  });

  it('[redis.copy] is not treated as moved where a node knows of changes that it lacks, whichever node checked first', async () => {
    const baseline = createBaselineFile(join(server.folder, 'baseline.json'));
    const before = await createRedisStorage({ url: server.url, ...impatient, baseline });
    await new Scene(before).accept();
    await copyFiles();
    await new Scene(before, 2).accept();
    await before.close();
    const blind = await openAt(other.url);
    expect(blind.dataLoss?.lost()?.kind).toBe('elsewhere');
    const knowing = await createRedisStorage({ url: other.url, ...impatient, baseline });
    opened.add(knowing);
    expect(knowing.dataLoss?.lost()?.kind).toBe('went-back');
    expect(await confirmMove({ storage: blind })).toMatchObject({ kind: 'not-moved' });
  });

  it('[redis.copy] is gone on with where it was promoted from that one', async () => {
    const before = await open();
    const job = await new Scene(before).accept();
    const replica = await other.admin();
    await replica.replicaof('127.0.0.1', server.port);
    const reported = () => replica.info('replication');
    await expect.poll(reported, { timeout: 20_000 }).toContain('master_link_status:up');
    await before.close();
    const primary = await server.admin();
    // Both ends are read each time: the primary's own pings move its offset.
    const behind = async () => {
      const sent = /^master_repl_offset:(\d+)/mu.exec(await primary.info('replication'))?.[1];
      return Number(sent) - Number(/^slave_repl_offset:(\d+)/mu.exec(await reported())?.[1]);
    };
    await expect.poll(behind, { timeout: 20_000 }).toBeLessThanOrEqual(0);
    await replica.replicaof('NO', 'ONE');
    const after = await openAt(other.url);
    expect(after.dataLoss?.lost()).toBeNull();
    expect((await after.reader.find(job.id))?.state).toBe('queued');
  });

  it('[redis.copy] is known by every address that a node had used', async () => {
    await new Scene(await open()).accept();
    const alias = `redis://localhost:${server.port}`;
    await openAt(alias);
    for (const bundle of opened) await bundle.close();
    await server.restart('kept');
    expect((await openAt(alias)).dataLoss?.lost()).toBeNull();
  });
});
