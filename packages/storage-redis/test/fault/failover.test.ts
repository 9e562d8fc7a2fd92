import { createJobFactory, Scene } from '@filmgate/conformance';
import type { StorageBundle } from '@filmgate/core';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { createRedisStorage } from '../../src/index.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { saysLost } from '../support/says-lost.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

const impatient = {
  responseTimeoutMs: 500,
  settleWithinMs: 3000,
  reconnectAfterMs: 10,
  graceMs: 100,
  nodeLivesMs: 2000,
};

/** A node behind an address that leads to the current primary. */
interface Node {
  readonly bundle: StorageBundle;
  readonly address: TcpProxy;
}

let primary: RedisServer;
let replica: RedisServer;
/** Proxy between the two servers. */
let replication: TcpProxy;
const nodes: Node[] = [];

beforeEach(async () => {
  primary = await startRedisServer({ 'repl-diskless-sync-delay': '0' });
  replication = await startTcpProxy(primary.port);
  replica = await startRedisServer({ replicaof: `127.0.0.1 ${String(replication.port)}` });
  const admin = await replica.admin();
  await expect
    .poll(() => admin.info('replication'), { timeout: 40_000 })
    .toContain('master_link_status:up');
});

afterEach(async () => {
  for (const { bundle, address } of nodes.splice(0)) {
    await bundle.close();
    await address.close();
  }
  await replication.close();
  await replica.stop();
  await primary.stop();
});

async function node(changed: { readonly nodeLivesMs?: number } = {}): Promise<Node> {
  const address = await startTcpProxy(primary.port);
  const settings = { url: address.url, ...impatient, ...changed };
  const made = { address, bundle: await createRedisStorage(settings) };
  nodes.push(made);
  return made;
}

/** Resolves when the replica has everything that was acknowledged so far. */
async function replicated(): Promise<void> {
  const admin = await primary.admin();
  await admin.set('passed on', 'yes');
  expect(await admin.wait(1, 20_000)).toBe(1);
}

/** Ends the primary, and promotes the replica with the data it has. */
async function failOver(): Promise<void> {
  await primary.kill();
  const admin = await replica.admin();
  expect(await admin.replicaof('NO', 'ONE')).toBe('OK');
}

async function goesOn({ bundle }: Node): Promise<void> {
  const responses = () =>
    bundle.ping().then(
      () => 'answers',
      (error: unknown) => String(error),
    );
  // Nodes that were cut off are waited for as long as they may live.
  await expect.poll(responses, { timeout: 30_000 }).toBe('answers');
  expect(bundle.dataLoss?.lost()).toBeNull();
}

it('[redis.failover.whole] a replica that had everything is gone on with by every node, and nothing is missing', async () => {
  const [one, other] = [await node(), await node()];
  const made = await new Scene(one.bundle).accept();
  await replicated();
  await failOver();
  for (const { address } of [one, other]) address.leadTo(replica.port);
  await goesOn(one);
  await goesOn(other);
  expect((await other.bundle.reader.find(made.id))?.id).toBe(made.id);
  const after = await new Scene(other.bundle, 3).accept();
  expect((await one.bundle.reader.find(after.id))?.state).toBe('queued');
});

it('[redis.failover.whole] a replica that is attached while nodes work takes nothing from them', async () => {
  const alone = await startRedisServer({ 'repl-diskless-sync-delay': '0' });
  const open = () => createRedisStorage({ url: alone.url, ...impatient });
  const [near, far] = [await open(), await open()];
  onTestFinished(async () => {
    await near.close();
    await far.close();
    await alone.stop();
  });
  const scene = new Scene(near);
  const first = await scene.accept();
  const admin = await alone.admin();
  const historyId = () => admin.hget('{filmgate}:fence', 'history_id');
  const before = await historyId();
  await (await replica.admin()).replicaof('127.0.0.1', alone.port);
  await expect.poll(historyId, { timeout: 20_000 }).not.toBe(before);
  const second = await new Scene(far, 3).accept();
  const third = await scene.accept();
  for (const { id } of [first, second, third]) {
    expect((await near.reader.find(id))?.state).toBe('queued');
    expect((await far.reader.find(id))?.state).toBe('queued');
  }
  expect([near.dataLoss?.lost(), far.dataLoss?.lost()]).toEqual([null, null]);
});

it('[redis.failover.whole] responses that cross the beginning of a new history are not treated as a loss', async () => {
  const server = await startRedisServer({ 'enable-debug-command': 'local' });
  const open = () => createRedisStorage({ url: server.url, ...impatient });
  const [near, far] = [await open(), await open()];
  onTestFinished(async () => {
    await near.close();
    await far.close();
    await server.stop();
  });
  const admin = await server.admin();
  for (const round of [1, 2, 3, 4, 5]) {
    await new Scene(near, round).accept();
    await admin.call('DEBUG', 'CHANGE-REPL-ID');
    await new Scene(far, 10 + round).accept();
    await Promise.all(Array.from({ length: 5 }, () => near.ping()));
    expect(near.dataLoss?.lost()).toBeNull();
  }
});

it('[redis.failover.noticed] a replica without the last writes is noticed by who made them, and halts every node', async () => {
  const [writer, idle] = [await node(), await node()];
  const scene = new Scene(writer.bundle);
  await scene.account('account-1');
  await replicated();
  replication.hold();
  await scene.acceptIn('dispatching');
  await failOver();
  for (const { address } of [writer, idle]) address.leadTo(replica.port);
  await saysLost(writer.bundle);
  await saysLost(idle.bundle);
});

it('[redis.failover.noticed] the loss of writes one node has only seen is noticed although it comes back late, and others have long since written more', {
  tags: 'long',
}, async () => {
  const [informed, dying, other] = [await node(), await node(), await node()];
  await new Scene(other.bundle).account('account-1');
  await replicated();
  replication.hold();
  other.address.cut();
  const lost = await new Scene(dying.bundle, 2).accept();
  expect((await informed.bundle.reader.find(lost.id))?.id).toBe(lost.id);
  informed.address.cut();
  dying.address.cut();
  await failOver();
  informed.address.leadTo(replica.port);
  other.address.leadTo(replica.port);
  other.address.heal();
  await goesOn(other);
  const scene = new Scene(other.bundle, 3);
  for (let more = 0; more < 20; more += 1) await scene.accept();
  await goesOn(other);
  informed.address.heal();
  await saysLost(informed.bundle);
  await saysLost(other.bundle);
});

it('[redis.failover.heard] no node continues before a node that was alive a moment ago has checked, however long the grace period is over', {
  tags: 'long',
}, async () => {
  const longLived = { nodeLivesMs: 60_000 };
  const [writer, idle] = [await node(longLived), await node(longLived)];
  await new Scene(writer.bundle).account('account-1');
  await replicated();
  replication.hold();
  // The node would detect the loss itself if it checked before the primary is gone.
  idle.address.cut();
  await new Scene(writer.bundle, 2).accept();
  writer.address.cut();
  await failOver();
  const admin = await replica.admin();
  const historyId = () => admin.hget('{filmgate}:fence', 'history_id');
  const before = await historyId();
  idle.address.leadTo(replica.port);
  idle.address.heal();
  await expect.poll(historyId, { timeout: 20_000 }).not.toBe(before);
  // The other has begun a new history, and changes nothing in it for many times the grace period.
  const job = createJobFactory(9).newJob();
  const input = { job, idempotency: null, queueLimit: 10, now: job.createdAt };
  for (let tries = 0; tries < 4; tries += 1)
    await expect(idle.bundle.jobs.acceptJob(input)).rejects.toMatchObject({ applied: 'no' });
  writer.address.heal();
  writer.address.leadTo(replica.port);
  await saysLost(idle.bundle);
  await saysLost(writer.bundle);
  expect(await admin.exists(`{filmgate}:job:${job.id}`)).toBe(0);
});

it('[redis.failover.noticed] a node that had seen none of the missing changes reports nothing, and one started since continues', {
  tags: 'long',
}, async () => {
  const [blind, dying] = [await node(), await node()];
  await replicated();
  replication.hold();
  blind.address.cut();
  await new Scene(dying.bundle, 2).accept();
  dying.address.cut();
  await failOver();
  blind.address.heal();
  blind.address.leadTo(replica.port);
  await goesOn(blind);
  await new Scene(blind.bundle, 3).accept();
  const late = await createRedisStorage({ url: replica.url, ...impatient });
  nodes.push({ bundle: late, address: await startTcpProxy(replica.port) });
  await late.ping();
  expect(late.dataLoss?.lost()).toBeNull();
});

it('[redis.failover.restored] the former primary with all its writes is gone on with by every node, also by one that had met the replica', {
  tags: 'long',
}, async () => {
  const [writer, idle] = [await node(), await node()];
  await new Scene(writer.bundle).account('account-1');
  await replicated();
  replication.hold();
  idle.address.cut();
  const made = await new Scene(writer.bundle, 2).accept();
  await failOver();
  idle.address.leadTo(replica.port);
  idle.address.heal();
  await goesOn(idle);
  writer.address.leadTo(replica.port);
  await saysLost(writer.bundle);
  await saysLost(idle.bundle);
  await primary.restart('kept');
  for (const { address } of [writer, idle]) address.leadTo(primary.port);
  await goesOn(writer);
  await goesOn(idle);
  expect((await idle.bundle.reader.find(made.id))?.id).toBe(made.id);
});
