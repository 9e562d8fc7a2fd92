import { expect, it } from 'vitest';
import { RunnerWorld } from '../support/runner-world.ts';

it('[credits.reserved-once] runners that choose an account together send no more than its credits last for, and the rest waits', async () => {
  const world = new RunnerWorld();
  await world.addAccount('short', 50, ['*'], 3 * 8 + 7);
  await world.fillQueue(30);
  const runners = Array.from({ length: 4 }, () => world.runner({ startsAtOnce: 8 }));
  for (const runner of runners) runner.start();
  await world.clock.advance(5_000);
  expect(world.submitted()).toHaveLength(3);
  const load = await world.storage.accounts.find('short');
  expect([load?.account.credits, load?.reservedCredits, load?.busy]).toEqual([7, 0, 3]);
  const { waiting } = await world.storage.reader.depth();
  expect(waiting).toBe(27);
  world.claimsAsked = 0;
  await world.clock.advance(10_000);
  expect(world.submitted()).toHaveLength(3);
  // Each runner reads the store some ten times a second, for the whole queue; one that spins would read thousands of
  // times.
  expect(world.claimsAsked).toBeLessThan(4 * 10 * 20);
  await world.end(...runners);
});
