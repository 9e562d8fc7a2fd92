/** @module-tag long */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminView } from '../admin-view.ts';
import type { GatewayProcess } from '../crash-harness.ts';
import { FleetWorld, type Wish, wishes } from './fleet-world.ts';

const running = 6;

describe('a Redis that refuses', () => {
  let world: FleetWorld;
  let nodes: readonly GatewayProcess[];
  let admin: AdminView;
  const made = { jobs: 0 };

  beforeAll(async () => {
    world = await FleetWorld.open({ cap: 50 });
    const first = await world.node();
    admin = await world.furnish(first);
    nodes = [first, await world.node()];
  }, 120_000);
  afterAll(() => world.close(), 60_000);

  async function begin(name: string): Promise<void> {
    await world.createAll(nodes, wishes(name, running, 'queue=0s,run=1500s'));
    await world.accepted(name, running);
    made.jobs += running;
  }

  async function refuses(all: readonly Wish[]): Promise<void> {
    const reported = await world.createAll(nodes, all);
    expect(reported).toMatchObject(all.map(() => ({ kind: 'refused', status: 503 })));
  }

  async function recovers(all: readonly Wish[]): Promise<void> {
    for (const node of nodes) await world.readiness(node, 200);
    const jobsBefore = await admin.jobs();
    // No refused write was half-written.
    expect(jobsBefore).toHaveLength(made.jobs);
    const reported = await world.createAll(nodes, all);
    expect(reported).toMatchObject(all.map(() => ({ kind: 'created', status: 202 })));
    await ends(all.length);
  }

  async function ends(more: number): Promise<void> {
    made.jobs += more;
    const jobs = await world.settled(admin, made.jobs);
    expect(jobs.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(await world.check(admin)).toEqual([]);
  }

  it('[fleet.redis-refuses][invariants.i4-ledger-balanced][invariants.i14-heals] for want of memory: clean 503s, nothing half-written, and all jobs continue when there is space', async () => {
    await begin('no-room');
    expect(await world.redis.ask('CONFIG', 'SET', 'maxmemory', '1')).toBe('OK');
    const all = wishes('full', 4, 'queue=0s,run=10s');
    await refuses(all);
    expect(await world.redis.ask('CONFIG', 'SET', 'maxmemory', '0')).toBe('OK');
    await recovers(all);
  }, 120_000);

  it('[fleet.redis-refuses][invariants.i4-ledger-balanced][invariants.i14-heals] as a replica: clean 503s, nothing half-written, and all jobs continue when it is a primary again', async () => {
    await begin('replicated');
    expect(await world.redis.ask('REPLICAOF', '127.0.0.1', '1')).toBe('OK');
    const all = wishes('read-only', 4, 'queue=0s,run=10s');
    await refuses(all);
    for (const node of nodes) await world.readiness(node, 503);
    expect(await world.redis.ask('REPLICAOF', 'NO', 'ONE')).toBe('OK');
    await recovers(all);
  }, 120_000);

  it('[fleet.redis-refuses][invariants.i2-accepted-survives][invariants.i14-heals] while it reads its file: it is waited for, and nothing is missing', async () => {
    await begin('read-again');
    await world.redis.kill();
    await world.redis.start({
      'key-load-delay': '1000',
      'loading-process-events-interval-bytes': '1024',
    });
    expect(await world.redis.ask('PING')).toContain('LOADING');
    const all = wishes('loading', 4, 'queue=0s,run=10s');
    const reported = await world.createAll(nodes, all);
    expect(reported.filter((one) => one.kind === 'refused' && one.status !== 503)).toEqual([]);
    for (const node of nodes) await world.readiness(node, 200);
    const again = await world.createAll(nodes, all);
    expect(again).toMatchObject(all.map(() => ({ kind: 'created' })));
    await ends(all.length);
  }, 120_000);
});
