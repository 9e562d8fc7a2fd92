import { describe, expect, it } from 'vitest';
import { RunnerWorld } from '../support/runner-world.ts';

/** Drains, and reports when the drain has ended. */
function watch(drain: Promise<void>): { readonly isOver: () => boolean } {
  let over = false;
  void drain.then(() => {
    over = true;
  });
  return { isOver: () => over };
}

async function sendingWorld(behaviour: 'hang' | 'ignore-everything') {
  const world = new RunnerWorld();
  await world.addAccount('slow', 2);
  world.upstream.script('slow').submit = behaviour;
  const id = await world.accept();
  const runner = world.runner();
  runner.start();
  await world.clock.advance(0);
  expect(world.submitted()).toEqual([id]);
  return { world, runner, id };
}

describe('a drain', () => {
  it('[signals.drain] takes no new work, and waits for running work', async () => {
    const { world, runner, id } = await sendingWorld('ignore-everything');
    const drain = watch(runner.drain(60_000));
    const late = await world.accept();
    await world.clock.advance(45_000);
    expect(drain.isOver()).toBe(false);
    expect((await world.job(late)).state).toBe('queued');
    world.upstream.leaveHanging();
    await world.clock.advance(0);
    expect(drain.isOver()).toBe(true);
    expect((await world.job(id)).state).toBe('submitted');
    expect(world.submitted()).toEqual([id]);
  });

  it('[signals.drain] gives a submission up after its grace, which makes its outcome unknown', async () => {
    const { world, runner, id } = await sendingWorld('hang');
    const drain = watch(runner.drain(20_000));
    await world.clock.advance(19_999);
    expect([drain.isOver(), (await world.job(id)).state]).toEqual([false, 'dispatching']);
    await world.clock.advance(2);
    expect([drain.isOver(), (await world.job(id)).state]).toEqual([true, 'outcome_unknown']);
  });

  it('[signals.drain] renews the leases of running work, so that no other runner treats it as lost', async () => {
    const { world, runner, id } = await sendingWorld('ignore-everything');
    const drain = watch(runner.drain(120_000));
    const other = world.runner();
    other.start();
    await world.clock.advance(60_000);
    expect([drain.isOver(), (await world.job(id)).state]).toEqual([false, 'dispatching']);
    world.upstream.leaveHanging();
    await world.clock.advance(100);
    expect((await world.trail(id)).map(({ what }) => what)).not.toContain('outcome-lost');
    expect(world.submitted()).toEqual([id]);
    await world.end(other);
  });

  it('ends even where a careless client does not', async () => {
    const { world, runner, id } = await sendingWorld('ignore-everything');
    const drain = watch(runner.drain(1_000));
    await world.clock.advance(6_001);
    expect(drain.isOver()).toBe(true);
    expect(world.logged).toContain('drain-left-work-behind');
    expect((await world.job(id)).state).toBe('dispatching');
  });

  it('is over at once when nothing is under way, may be repeated, and ends the runner for good', async () => {
    const world = new RunnerWorld();
    await world.addAccount('one', 1);
    const runner = world.runner();
    runner.start();
    await world.clock.advance(0);
    await runner.drain(60_000);
    await runner.drain(60_000);
    runner.start();
    const id = await world.accept();
    await world.clock.advance(60_000);
    expect((await world.job(id)).state).toBe('queued');
    expect(world.clock.nextWakeAt()).toBeNull();
  });

  it('of a runner that never started is over at once', async () => {
    await new RunnerWorld().runner().drain(60_000);
    const world = new RunnerWorld();
    const runner = world.runner();
    await runner.drain(0);
    expect(world.clock.nextWakeAt()).toBeNull();
  });
});

describe('a single tick', () => {
  it('claims and starts due jobs, and returns their number', async () => {
    const world = new RunnerWorld();
    await world.addAccount('one', 2);
    await world.acceptMany(3);
    const runner = world.runner();
    expect(await runner.tick()).toBe(3);
    await runner.settled();
    expect(world.submitted()).toHaveLength(2);
    expect(await runner.tick()).toBe(0);
  });
});
