import { describe, expect, it } from 'vitest';
import { RunnerWorld } from '../support/runner-world.ts';

const one = 'vm_std-2.0';
const other = 'vm_std-2.0_faceok';

describe('a fair share', () => {
  it('lets a light owner pass a heavy one, who came first', async () => {
    const world = new RunnerWorld();
    await world.addAccount('only', 2);
    world.upstream.script('only').status = 'ended';
    await world.acceptMany(40, { owner: 'user:heavy' });
    const light = await world.acceptMany(2, { owner: 'user:light' });
    const runner = world.runner();
    runner.start();
    await world.clock.advance(10_000);
    const order = world.submitted();
    for (const id of light) expect(order.indexOf(id)).toBeLessThan(6);
    await world.clock.advance(120_000);
    expect(new Set(world.submitted()).size).toBe(42);
    expect(world.submitted()).toHaveLength(42);
    await world.end(runner);
  });

  it('keeps the reads of one account from delaying those of another', async () => {
    const world = new RunnerWorld();
    await world.addAccount('hanging', 50, [one]);
    await world.addAccount('healthy', 5, [other]);
    await world.acceptMany(50, { family: one });
    const fine = await world.acceptMany(5, { family: other });
    world.upstream.script('hanging').poll = 'ignore-everything';
    const runner = world.runner({ stepsPerAccount: 10, stepsAtOnce: 20, inFlightAtMost: 40 });
    runner.start();
    await world.clock.advance(5_000);
    expect(world.callsOf('poll', 'hanging')).toHaveLength(10);
    const before = world.callsOf('poll', 'healthy').length;
    world.upstream.script('healthy').status = 'ended';
    await world.clock.advance(15_000);
    expect(world.callsOf('poll', 'healthy').length).toBeGreaterThan(before);
    for (const id of fine) expect((await world.job(id)).state).toBe('failed');
    world.upstream.leaveHanging();
    await world.end(runner);
  });

  it('keeps submissions that hang from delaying those to another account', async () => {
    const world = new RunnerWorld();
    await world.addAccount('hanging', 50, [one]);
    await world.addAccount('healthy', 5, [other]);
    world.upstream.script('hanging').submit = 'ignore-everything';
    await world.acceptMany(50, { family: one });
    const runner = world.runner({ startsAtOnce: 4 });
    runner.start();
    await world.clock.advance(1_000);
    expect(world.callsOf('submit', 'hanging')).toHaveLength(4);
    await world.acceptMany(5, { owner: 'user:two', family: other });
    await world.clock.advance(10_000);
    expect(world.callsOf('submit', 'healthy')).toHaveLength(5);
    await world.end(runner);
  });

  it('holds no more claims than its maximum, however many hang', async () => {
    const world = new RunnerWorld();
    await world.addAccount('hanging', 100);
    world.upstream.script('hanging').submit = 'ignore-everything';
    await world.acceptMany(100);
    const runner = world.runner({ startsAtOnce: 4, inFlightAtMost: 12 });
    runner.start();
    await world.clock.advance(20_000);
    expect(world.submitted()).toHaveLength(12);
    await world.end(runner);
  });

  it('does not let one job that fails slowly delay another', async () => {
    const world = new RunnerWorld();
    await world.addAccount('slow', 1, [one]);
    await world.addAccount('quick', 1, [other]);
    world.upstream.script('slow').poll = 'hang';
    const script = world.upstream.script('quick');
    const [slow = ''] = await world.acceptMany(1, { family: one });
    const [quick = ''] = await world.acceptMany(1, { family: other });
    const runner = world.runner();
    runner.start();
    await world.clock.advance(1_500);
    script.status = 'ended';
    await world.clock.advance(3_000);
    expect((await world.job(quick)).state).toBe('failed');
    expect((await world.job(slow)).state).toBe('submitted');
    await world.end(runner);
  });
});

describe('a long queue before busy slots', () => {
  it('does not make the runner spin', async () => {
    const world = new RunnerWorld();
    await world.addAccount('busy', 3);
    await world.fillQueue(1_000);
    const runner = world.runner();
    runner.start();
    await world.clock.advance(5_000);
    expect(world.submitted()).toHaveLength(3);
    world.claimsAsked = 0;
    const polls = world.callsOf('poll', 'busy').length;
    await world.clock.advance(10_000);
    // Ten reads a second for the whole queue and a few around each poll: none for each waiting job.
    const looks = 10 * 10 + 4 * (world.callsOf('poll', 'busy').length - polls);
    expect(world.claimsAsked).toBeLessThanOrEqual(looks + 10);
    expect(world.claimsAsked).toBeGreaterThan(0);
    await world.end(runner);
  });
});
