import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminView } from '../admin-view.ts';
import type { GatewayProcess } from '../crash-harness.ts';
import { FleetWorld, wishes } from './fleet-world.ts';
import type { Line } from './line.ts';

const tokens = 'queue=0s,run=300s';

describe('a node on a bad line to Redis, beside one on a good line', () => {
  let world: FleetWorld;
  let line: Line;
  let near: GatewayProcess;
  let far: GatewayProcess;
  let admin: AdminView;
  const made = { jobs: 0 };

  beforeAll(async () => {
    world = await FleetWorld.open({ cap: 50 });
    near = await world.node();
    admin = await world.furnish(near);
    line = await world.lineToRedis();
    far = await world.node({ redisLine: line });
  }, 120_000);
  afterAll(() => world.close(), 60_000);

  /** Without faults: every key is repeated and leads to its one job, and all jobs end. */
  async function recovers(all: ReturnType<typeof wishes>): Promise<void> {
    line.heal();
    await world.readiness(far, 200);
    const again = await world.createAll([far, near], all);
    expect(again).toMatchObject(all.map(() => ({ kind: 'created' })));
    made.jobs += all.length;
    const jobs = await world.settled(admin, made.jobs);
    expect(jobs.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(await world.check(admin)).toEqual([]);
  }

  it('[fleet.bad-line][invariants.i1-one-submission][invariants.i3-one-job-per-key] loses no job and repeats none when Redis forgets all scripts again and again', async () => {
    const all = wishes('flushed', 12, tokens);
    const over = new AbortController();
    const flushing = flushUntil(over.signal);
    const reported = await world.createAll([far, near], all);
    expect(reported).toMatchObject(all.map(() => ({ kind: 'created', status: 202 })));
    made.jobs += all.length;
    const jobs = await world.settled(admin, made.jobs);
    over.abort();
    expect(await flushing).toBeGreaterThan(1);
    expect(jobs.map(({ state }) => state)).toEqual(jobs.map(() => 'completed'));
    expect(await world.check(admin)).toEqual([]);
  }, 120_000);

  async function flushUntil(signal: AbortSignal): Promise<number> {
    let flushes = 0;
    while (!signal.aborted) {
      expect(await world.redis.ask('SCRIPT', 'FLUSH')).toBe('OK');
      flushes += 1;
    }
    return flushes;
  }

  it('[fleet.bad-line][invariants.i1-one-submission][invariants.i3-one-job-per-key][invariants.i4-ledger-balanced] does each thing once although responses are lost after it was done', async () => {
    const all = wishes('unanswered', 12, tokens);
    const before = line.lost;
    line.loseEvery(5);
    const reported = await world.createAll([far], all);
    const strange = reported.filter((one) => one.kind === 'refused' && one.status !== 503);
    expect(strange).toEqual([]);
    await world.until('lost responses', async () => (line.lost - before >= 5 ? true : undefined));
    await recovers(all);
  }, 120_000);

  it('[fleet.bad-line][invariants.i14-heals] on a dead connection that reports no error responds 503 in time, and the other continues', {
    tags: 'long',
    timeout: 120_000,
  }, async () => {
    const all = wishes('silent', 6, tokens);
    line.goSilent();
    const [first] = await world.createAll([far], all.slice(0, 1));
    expect(first).toMatchObject({ kind: 'refused', status: 503 });
    const reported = await world.createAll([near], all.slice(1));
    expect(reported).toMatchObject(all.slice(1).map(() => ({ kind: 'created', status: 202 })));
    await world.readiness(far, 503);
    const jobs = await world.settled(admin, made.jobs + reported.length);
    expect(jobs.filter(({ state }) => state === 'failed')).toEqual([]);
    await recovers(all);
  });

  it('[fleet.bad-line][invariants.i3-one-job-per-key] does each thing at most once when every response takes three seconds more', {
    tags: 'long',
    timeout: 120_000,
  }, async () => {
    const all = wishes('late', 4, tokens);
    line.delay(3_000);
    const reported = await world.createAll([far], all);
    const strange = reported.filter((one) => one.kind === 'refused' && one.status !== 503);
    expect(strange).toEqual([]);
    await recovers(all);
  });
});
