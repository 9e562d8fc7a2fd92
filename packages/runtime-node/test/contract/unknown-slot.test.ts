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
    world.upstream.script('lossy').submit = 'response';
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

it('[jobs.unknown.told-once] that only an operator can resolve it is reported once, whatever checks and restarts follow', async () => {
  const world = new RunnerWorld();
  await world.addAccount('lossy', 1);
  world.upstream.script('lossy').lost = true;
  const runner = world.runner();
  runner.start();
  const id = await world.accept();
  while ((await world.job(id)).state !== 'outcome_unknown') await world.clock.advance(minuteMs);
  for (let look = 0; look < 3; look += 1) {
    await world.check(id);
    await world.clock.advance(10 * minuteMs);
  }
  await world.end(runner);
  const next = world.runner();
  next.start();
  await world.clock.advance(60 * minuteMs);
  await world.check(id);
  const reported = (await world.trail(id)).filter(({ what }) => what === 'needs-ruling');
  expect(reported).toMatchObject([{ because: 'not-searchable' }]);
  expect(await world.job(id)).toMatchObject({ state: 'outcome_unknown', holdsSlot: false });
  await world.end(next);
});
