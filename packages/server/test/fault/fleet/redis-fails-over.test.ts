/** @module-tag long */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFilmgate } from '../../end-to-end/command.ts';
import { adminView } from '../admin-view.ts';
import type { GatewayProcess } from '../crash-harness.ts';
import { FleetWorld, wishes } from './fleet-world.ts';
import type { Line } from './line.ts';
import { RedisProcess } from './redis-process.ts';
import { saysLost } from './says-lost.ts';

/** No server listens there. */
const nowhere = { host: '127.0.0.1', port: 1 };
const count = 3;

describe('a replica that takes over without the last writes', () => {
  let world: FleetWorld;
  let replica: RedisProcess;
  /** Between the primary and the replica. */
  let replication: Line;

  beforeAll(async () => {
    world = await FleetWorld.open({ cap: 20 });
    expect(await world.redis.ask('CONFIG', 'SET', 'repl-diskless-sync-delay', '0')).toBe('OK');
    replication = await world.lineToRedis();
    replica = await RedisProcess.open({ replicaof: `127.0.0.1 ${String(replication.port)}` });
    await world.until('a replica that has everything', async () =>
      (await replica.ask('INFO', 'replication')).includes('master_link_status:up')
        ? true
        : undefined,
    );
  }, 120_000);
  afterAll(async () => {
    await world.close();
    await replica.dispose();
  }, 60_000);

  async function httpNode(redisLine: Line): Promise<GatewayProcess> {
    return world.node({ redisLine, environment: { FILMGATE_ROLE: 'http' } });
  }

  /** Returns when the replica holds `count` jobs. */
  async function replicated(): Promise<void> {
    const offset = async (redis: RedisProcess) =>
      /master_repl_offset:(\d+)/u.exec(await redis.ask('INFO', 'replication'))?.[1];
    await world.until('a replica that has all jobs', async () =>
      (await offset(world.redis)) === (await offset(replica)) ? true : undefined,
    );
  }

  it('[fleet.store-loss][redis.failover.noticed][invariants.i1-one-submission][invariants.i6-unknown-not-resubmitted] is noticed by a node that had only seen them and comes back late: nothing is sent again', async () => {
    const [informedLine, blindLine] = [await world.lineToRedis(), await world.lineToRedis()];
    const informed = await httpNode(informedLine);
    const blind = await httpNode(blindLine);
    const admin = await world.furnish(informed);
    await world.createAll([informed], wishes('lost', count, 'queue=0s,run=10s'));
    await replicated();
    replication.goSilent();
    blindLine.leadTo(nowhere);
    // Sent, paid for and made, and unknown to the replica.
    const runner = await world.node({ environment: { FILMGATE_ROLE: 'runner' } });
    await world.settled(admin, count);
    await runner.child.stop('SIGKILL');
    informedLine.leadTo(nowhere);
    await world.redis.kill();
    expect(await replica.ask('REPLICAOF', 'NO', 'ONE')).toBe('OK');

    // A node that did not notice the loss continues, and the number of changes exceeds its former value.
    blindLine.leadTo({ path: replica.socket });
    await world.readiness(blind, 200);
    const [since = { prompt: '', key: '' }] = wishes('since', 1, 'queue=0s,run=10s');
    expect(await world.create(blind, since)).toMatchObject({ kind: 'created', status: 202 });
    await replica.ask('HINCRBY', '{filmgate}:fence', 'commits', '1000');
    informedLine.leadTo({ path: replica.socket });
    await saysLost(world, informed, 'lost-1000');
    await saysLost(world, blind, 'lost-2000');
    const next = await world.node({ redisLine: blindLine });
    await saysLost(world, next, 'lost-3000');
    expect((await world.mock.ledger('')).accepted).toBe(count);

    const env = { ...world.environment, FILMGATE_REDIS_URL: replica.url };
    const command = startFilmgate(['store', 'acknowledge-loss'], {
      cwd: process.cwd(),
      env: { ...env, FILMGATE_MOCK_URL: world.mock.url },
    });
    const { code, stdout, stderr } = await command.ended;
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Acknowledged\. 4 jobs may have been sent/u);
    for (const node of [informed, blind, next]) await world.readiness(node, 200);
    const view = await adminView(next.localUrl);
    expect((await view.jobs()).map(({ state }) => state)).toEqual(
      Array.from({ length: count + 1 }, () => 'outcome_unknown'),
    );
    const [after = { prompt: '', key: '' }] = wishes('after', 1, 'queue=0s,run=10s');
    expect(await world.create(informed, after)).toMatchObject({ kind: 'created', status: 202 });
    await world.settled(view, count + 2);
    expect((await world.mock.ledger('lost')).accepted).toBe(count);
    expect((await world.mock.ledger('')).accepted).toBe(count + 1);
    expect(await world.check(view)).toEqual([]);
  }, 240_000);
});
