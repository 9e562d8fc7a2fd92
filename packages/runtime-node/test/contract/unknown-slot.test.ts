import { expect, it } from 'vitest';
import { RunnerWorld } from '../support/runner-world.ts';

const minuteMs = 60_000;

it.each([0, -120 * minuteMs, 120 * minuteMs])(
  '[clocks.slots.set-back] a job whose outcome is unknown keeps its slot for 15 minutes, and a clock that is set by %d ms meanwhile makes it no longer',
  async (by) => {
    const world = new RunnerWorld();
    await world.addAccount('lossy', 1);
    world.upstream.script('lossy').submit = 'hang';
    const runner = world.runner();
    runner.start();
    const id = await world.accept();
    while ((await world.job(id)).state !== 'outcome_unknown') await world.clock.advance(minuteMs);
    world.upstream.script('lossy').submit = 'answer';
    const waiting = await world.accept();
    await world.clock.advance(5 * minuteMs);
    expect(await world.job(id)).toMatchObject({ holdsSlot: true });
    expect(await world.job(waiting)).toMatchObject({ state: 'queued' });
    world.clock.setWall(world.clock.now() + by);
    await world.clock.advance(12 * minuteMs);
    expect(await world.job(id)).toMatchObject({ state: 'outcome_unknown', holdsSlot: false });
    expect((await world.job(waiting)).handle).not.toBeNull();
    await world.end(runner);
  },
);
