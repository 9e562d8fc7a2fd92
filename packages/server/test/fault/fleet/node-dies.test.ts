import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminView } from '../admin-view.ts';
import type { GatewayProcess } from '../crash-harness.ts';
import { FleetWorld, wishes } from './fleet-world.ts';

const jobCount = 20;
/** Too long for any test: the mock's clock is moved ahead after the kill of the node. At the mock's speed, in ms. */
const runMs = 3_240_000;
const underWay: ReadonlySet<string> = new Set(['submitted', 'polling']);

describe('two nodes with twenty jobs, one of them killed', () => {
  let world: FleetWorld;
  let survivor: GatewayProcess;
  let admin: AdminView;

  beforeAll(async () => {
    world = await FleetWorld.open({ cap: 2 * jobCount });
    survivor = await world.node();
    admin = await world.furnish(survivor);
  }, 120_000);
  afterAll(() => world.close(), 60_000);

  it('[fleet.takeover][invariants.i1-one-submission][invariants.i2-accepted-survives][invariants.i4-ledger-balanced][invariants.i14-heals] all that were running complete on the other', {
    tags: 'sampled',
    timeout: 180_000,
  }, async () => {
    const victim = await world.node();
    const reported = await world.createAll(
      [victim, survivor],
      wishes('running', jobCount, 'queue=0s,run=900h'),
    );
    expect(reported.map(({ kind }) => kind)).toEqual(reported.map(() => 'created'));
    await world.jobs(
      admin,
      'twenty running jobs',
      (jobs) => jobs.length === jobCount && jobs.every(({ state }) => underWay.has(state)),
    );
    await victim.child.stop('SIGKILL');
    await world.mock.advance(runMs);
    const jobs = await world.settled(admin, jobCount);
    expect(jobs.map(({ state }) => state)).toEqual(jobs.map(() => 'completed'));
    expect(await world.check(admin, { runMs })).toEqual([]);
  });

  it('[fleet.takeover][invariants.i1-one-submission][invariants.i3-one-job-per-key][invariants.i6-unknown-not-resubmitted] killed while it submits, none is sent twice, and every key leads to its one job', {
    tags: 'long',
    timeout: 180_000,
  }, async () => {
    const victim = await world.node();
    const all = wishes('sending', jobCount, 'queue=0s,run=500s');
    const asking = world.createAll([victim, survivor], all);
    await world.accepted('sending', 3);
    await victim.child.stop('SIGKILL');
    await asking;
    const again = await world.createAll([survivor], all);
    expect(again.map(({ kind }) => kind)).toEqual(all.map(() => 'created'));
    const jobs = await world.settled(admin, 2 * jobCount);
    expect(jobs.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(await world.check(admin)).toEqual([]);
  });
});
