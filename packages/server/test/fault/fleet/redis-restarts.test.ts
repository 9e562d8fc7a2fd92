import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFilmgate } from '../../end-to-end/command.ts';
import { type AdminView, adminView } from '../admin-view.ts';
import { adminPassword, type GatewayProcess } from '../crash-harness.ts';
import { FleetWorld, wishes } from './fleet-world.ts';
import { saysLost } from './says-lost.ts';

const underWay: ReadonlySet<string> = new Set(['submitted', 'polling']);

describe('Redis killed and started again with its file', () => {
  let world: FleetWorld;
  let nodes: readonly GatewayProcess[];
  let admin: AdminView;

  beforeAll(async () => {
    world = await FleetWorld.open({ cap: 20 });
    const first = await world.node();
    admin = await world.furnish(first);
    nodes = [first, await world.node()];
  }, 120_000);
  afterAll(() => world.close(), 60_000);

  it('[fleet.redis-restart][invariants.i1-one-submission][invariants.i2-accepted-survives][invariants.i4-ledger-balanced] causes 503 responses meanwhile, and everything continues', async () => {
    await world.createAll(nodes, wishes('before', 10, 'queue=0s,run=900h'));
    await world.jobs(admin, 'running jobs', (jobs) =>
      jobs.every(({ state }) => underWay.has(state)),
    );
    await world.redis.kill();
    const during = wishes('during', 2, 'queue=0s,run=10s');
    const refused = await world.createAll(nodes, during);
    expect(refused).toMatchObject(during.map(() => ({ kind: 'refused', status: 503 })));
    for (const node of nodes) {
      expect(await world.readiness(node, 503)).toContain('store unreachable');
    }
    await world.redis.start();
    for (const node of nodes) await world.readiness(node, 200);
    const again = await world.createAll(nodes, during);
    expect(again).toMatchObject(during.map(() => ({ kind: 'created' })));
    await world.mock.advance(3_240_000);
    const jobs = await world.settled(admin, 12);
    expect(jobs.map(({ state }) => state)).toEqual(jobs.map(() => 'completed'));
    expect(await world.check(admin)).toEqual([]);
  }, 180_000);
});

describe('Redis that comes back and has forgotten', { tags: 'long' }, () => {
  let world: FleetWorld;
  let http: GatewayProcess;
  let runner: GatewayProcess;

  beforeAll(async () => {
    world = await FleetWorld.open({ cap: 20 });
    http = await world.node({ environment: { FILMGATE_ROLE: 'http' } });
    await world.furnish(http);
  }, 120_000);
  afterAll(() => world.close(), 60_000);

  async function restart(files: 'older' | 'none'): Promise<void> {
    await world.redis.kill();
    await (files === 'older' ? world.redis.restoreCopy() : world.redis.loseFiles());
    await world.redis.start();
  }

  /** Response of each surface while a loss waits for an operator. */
  async function bothSayLost(key: string): Promise<void> {
    for (const node of [http, runner]) {
      await saysLost(world, node, key);
      const seen = await administratorSees(node);
      expect(seen.status).toBe(503);
      expect(seen.text).toContain('until an operator acknowledges the loss');
    }
  }

  async function acknowledge(): Promise<string> {
    const env = { ...world.environment, FILMGATE_MOCK_URL: world.mock.url };
    const command = startFilmgate(['store', 'acknowledge-loss'], { cwd: process.cwd(), env });
    const { code, stdout, stderr } = await command.ended;
    expect([code, stderr]).toEqual([0, '']);
    for (const node of [http, runner]) await world.readiness(node, 200);
    return stdout;
  }

  it('[fleet.store-loss][invariants.i1-one-submission][invariants.i6-unknown-not-resubmitted] lacks its last writes: nothing moves until an operator acknowledges it, and jobs that may have been sent are unknown and not sent again', async () => {
    await world.createAll([http], wishes('lost', 3, 'queue=0s,run=10s'));
    await world.redis.keepCopy();
    runner = await world.node();
    await world.settled(await adminView(http.localUrl), 3);
    await restart('older');
    await bothSayLost('lost-1000');
    expect((await world.mock.ledger('')).accepted).toBe(3);
    expect(await acknowledge()).toMatch(/^Acknowledged\. 3 jobs may have been sent/u);
    const admin = await adminView(runner.localUrl);
    const states = (await admin.jobs()).map(({ state }) => state);
    expect(states).toEqual(['outcome_unknown', 'outcome_unknown', 'outcome_unknown']);
    const [after = { prompt: '', key: '' }] = wishes('after', 1, 'queue=0s,run=10s');
    expect(await world.create(http, after)).toMatchObject({ kind: 'created' });
    await world.settled(admin, 4);
    const { accepted } = await world.mock.ledger('lost');
    expect(accepted).toBe(3);
    expect(await world.check(admin)).toEqual([]);
  }, 180_000);

  it('[fleet.store-loss] has lost its files: nothing moves until an operator acknowledges it, and then it starts empty', async () => {
    const { accepted } = await world.mock.ledger('');
    await restart('none');
    await bothSayLost('lost-2000');
    expect(await acknowledge()).toMatch(/^Acknowledged\. 0 jobs/u);
    expect((await world.mock.ledger('')).accepted).toBe(accepted);
    world.promised.clear();
    const admin = await world.furnish(http);
    await world.createAll([http], wishes('again', 2, 'queue=0s,run=10s'));
    const jobs = await world.settled(admin, 2);
    expect(jobs.map(({ state }) => state)).toEqual(['completed', 'completed']);
    expect((await world.mock.ledger('')).accepted).toBe(accepted + 2);
  }, 180_000);
});

/** Response to an administrator who reads the jobs. */
async function administratorSees({
  localUrl,
}: GatewayProcess): Promise<{ readonly status: number; readonly text: string }> {
  const login = await fetch(`${localUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: adminPassword }),
  });
  expect(login.status).toBe(200);
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const response = await fetch(`${localUrl}/api/v1/admin/jobs`, { headers: { cookie } });
  return { status: response.status, text: await response.text() };
}
