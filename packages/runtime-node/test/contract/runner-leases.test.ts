import { describe, expect, it } from 'vitest';
import { RunnerWorld } from '../support/runner-world.ts';
import { takenOver, unanswered } from '../support/unanswered.ts';

const jobMethods = new Set(['claimDue', 'renewLeases', 'commit', 'releaseClaim', 'recordDispatch']);

describe('leases', () => {
  it('are renewed while a submission is running, so that no other node takes the job', async () => {
    const world = new RunnerWorld();
    await world.addAccount('slow', 1);
    world.upstream.script('slow').submit = 'ignore-everything';
    const id = await world.accept();
    const [first, second] = [world.runner(), world.runner()];
    first.start();
    await world.clock.advance(0);
    second.start();
    await world.clock.advance(50_000);
    expect((await world.job(id)).state).toBe('dispatching');
    world.upstream.leaveHanging();
    await world.clock.advance(10);
    expect((await world.job(id)).state).toBe('submitted');
    expect(world.submitted()).toEqual([id]);
    await world.end(first, second);
  });

  it('[invariants.i9-stale-epoch][invariants.i1-one-submission] that are lost decide nothing any more, but the receipt of a late sender still counts', async () => {
    const world = new RunnerWorld();
    const { id, sender, taker } = await takenOver(world);
    world.upstream.leaveHanging();
    await world.clock.advance(100);
    expect(['submitted', 'polling']).toContain((await world.job(id)).state);
    await world.clock.advance(60_000);
    expect(world.submitted()).toEqual([id]);
    world.refuse();
    await world.end(sender, taker);
  });

  it('[clocks.claims.one-work] that ran out are not worked on twice: the submission in hand is heard to its end', async () => {
    const world = new RunnerWorld();
    const { id, sender } = await unanswered(world);
    world.refuse('renewLeases');
    await world.clock.advance(45_000);
    expect((await world.job(id)).state).toBe('dispatching');
    world.upstream.leaveHanging();
    await world.clock.advance(2_000);
    expect(['submitted', 'polling']).toContain((await world.job(id)).state);
    expect((await world.trail(id)).map(({ what }) => what)).not.toContain('outcome-lost');
    expect(world.submitted()).toEqual([id]);
    world.refuse();
    await world.end(sender);
  });

  it.each([-3_600_000, 3_600_000])(
    '[clocks.schedule.set-back][clocks.leases.set-back] and pauses do not notice that the wall clock is set by %d ms',
    async (by) => {
      const world = new RunnerWorld();
      await world.addAccount('slow', 1);
      await world.addAccount('quick', 2);
      world.upstream.script('slow').submit = 'ignore-everything';
      const runner = world.runner();
      runner.start();
      const ids = await world.acceptMany(3);
      await world.clock.advance(3_000);
      const polls = world.callsOf('poll', 'quick').length;
      expect(polls).toBeGreaterThan(0);
      world.clock.setWall(world.clock.now() + by);
      await world.clock.advance(5_000);
      expect(world.callsOf('poll', 'quick').length).toBeGreaterThan(polls);
      world.upstream.leaveHanging();
      world.upstream.script('slow').submit = 'response';
      await world.clock.advance(40_000);
      world.upstream.script('slow').status = 'ended';
      world.upstream.script('quick').status = 'ended';
      const more = await world.accept();
      await world.clock.advance(20_000);
      for (const id of [...ids, more]) {
        expect((await world.job(id)).state).toBe('failed');
        expect((await world.trail(id)).map(({ what }) => what)).not.toContain('outcome-lost');
      }
      expect(world.submitted().toSorted()).toEqual([...ids, more].toSorted());
      await world.end(runner);
    },
  );

  it('[flow.stall.lease-renewed] that expired while the process was suspended are renewed before anything is claimed', async () => {
    const world = new RunnerWorld();
    await world.addAccount('slow', 1);
    world.upstream.script('slow').submit = 'ignore-everything';
    const id = await world.accept();
    const runner = world.runner();
    runner.start();
    await world.clock.advance(0);
    expect(world.submitted()).toEqual([id]);
    await world.clock.stall(120_000);
    expect((await world.job(id)).state).toBe('dispatching');
    world.upstream.leaveHanging();
    await world.clock.advance(10);
    expect((await world.job(id)).state).toBe('submitted');
    expect((await world.trail(id)).map(({ what }) => what)).not.toContain('outcome-lost');
    expect(world.submitted()).toEqual([id]);
    await world.end(runner);
  });

  it('that expired let another runner continue a read that hangs, and the first one aborts it', async () => {
    const world = new RunnerWorld();
    await world.addAccount('slow', 1);
    const id = await world.accept();
    const first = world.runner({ renewEveryMs: 20_000, leaseMs: 5_000 });
    first.start();
    world.upstream.script('slow').poll = 'hang';
    await world.clock.advance(2_000);
    expect(world.callsOf('poll', 'slow')).toHaveLength(1);
    world.upstream.script('slow').poll = 'response';
    world.upstream.script('slow').status = 'ended';
    const second = world.runner();
    second.start();
    await world.clock.advance(20_000);
    expect((await world.job(id)).state).toBe('failed');
    expect(world.submitted()).toEqual([id]);
    await world.end(first, second);
  });
});

describe('recovery at the start', () => {
  it('[invariants.i14-heals] continues all jobs of an earlier runner, without sending twice', async () => {
    const world = new RunnerWorld();
    await world.addAccount('one', 3);
    world.upstream.script('one').submit = 'ignore-everything';
    const sent = await world.acceptMany(2);
    const dying = world.runner();
    dying.start();
    await world.clock.advance(0);
    expect(world.submitted()).toHaveLength(2);
    // The runner dies: its later calls about these jobs have no effect.
    world.faults = {
      decide: ({ method }) =>
        jobMethods.has(method) ? { kind: 'before', applied: 'no' } : { kind: 'none' },
    };
    await world.end(dying);
    const waiting = await world.accept();

    world.faults = { decide: () => ({ kind: 'none' }) };
    world.upstream.script('one').submit = 'response';
    await world.clock.advance(31_000);
    const next = world.runner();
    next.start();
    await world.clock.advance(1_000);
    for (const id of sent) expect((await world.job(id)).state).toBe('outcome_unknown');
    expect((await world.job(waiting)).handle).not.toBeNull();
    expect(world.submitted()).toEqual([...sent, waiting]);
    await world.end(next);
  });
});

describe('a store that fails', () => {
  it('is asked again until it is back, and its outage is logged once', async () => {
    const world = new RunnerWorld();
    await world.addAccount('one', 10);
    const runner = world.runner();
    world.faults = { decide: () => ({ kind: 'before', applied: 'no' }) };
    runner.start();
    await world.clock.advance(20_000);
    expect(world.claimsAsked).toBe(0);
    expect(world.logged.filter((event) => event === 'claiming-failed')).toHaveLength(1);

    world.faults = { decide: () => ({ kind: 'none' }) };
    await world.acceptMany(5);
    await world.clock.advance(1_000);
    expect(world.submitted()).toHaveLength(5);
    expect(world.logged).toContain('claiming-resumed');
    await world.end(runner);
  });
});
