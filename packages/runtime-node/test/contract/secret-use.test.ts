import { describe, expect, it } from 'vitest';
import { RunnerWorld } from '../support/runner-world.ts';

const hourMs = 3_600_000;

describe('the secret of an account', () => {
  it('is opened once for each poll: a client’s declarations about its endpoint are no secret', async () => {
    const world = new RunnerWorld();
    await world.addAccount('one', 4);
    await world.acceptMany(2);
    const runner = world.runner({ probeEveryMs: hourMs });
    runner.start();
    await world.clock.advance(5_000);
    const opened = world.secretsOpened.length;
    const polls = world.callsOf('poll', 'one').length;
    await world.clock.advance(60_000);
    const pollsSince = world.callsOf('poll', 'one').length - polls;
    expect(pollsSince).toBeGreaterThan(2);
    expect(world.secretsOpened.length - opened).toBe(pollsSince);
    await world.end(runner);
  });
});
