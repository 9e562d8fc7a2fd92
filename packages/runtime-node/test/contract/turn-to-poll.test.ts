import { describe, expect, it } from 'vitest';
import { RunnerWorld } from '../support/runner-world.ts';

const second = 1_000;

/** A world whose client gives turns, with one job that was accepted. */
async function worldWith(turnToPoll: (now: number) => number, idleMs = 100) {
  const asked: number[] = [];
  const world = new RunnerWorld({
    timings: { minimumPollIntervalMs: second },
    turnToPoll: ({ now }) => {
      asked.push(now);
      return turnToPoll(now);
    },
  });
  await world.addAccount('one', 4);
  const id = await world.accept();
  const runner = world.runner({ idleMs, probeEveryMs: 3_600 * second, renewEveryMs: 10 * second });
  runner.start();
  return { world, id, runner, asked };
}

describe('a client that gives polls their turns', () => {
  it('[providers.port.turns] polls a job at its turn, which is no failed read and nothing in its trail', async () => {
    const start = 60 * second;
    let turn = Infinity;
    const { world, id, runner, asked } = await worldWith((now) => {
      if (turn === Infinity) turn = now + start;
      return Math.max(now, turn);
    });
    await world.clock.advance(start - 2 * second);
    expect(world.callsOf('poll', 'one')).toEqual([]);
    // It is asked again when its turn comes, not meanwhile.
    expect(asked).toHaveLength(1);
    await world.clock.advance(6 * second);
    const [first] = world.callsOf('poll', 'one');
    expect((first?.at ?? 0) - turn).toBeGreaterThanOrEqual(0);
    expect((first?.at ?? 0) - turn).toBeLessThanOrEqual(second);
    expect(await world.job(id)).toMatchObject({ state: 'polling', readFailures: 0 });
    expect((await world.trail(id)).map(({ what }) => what)).not.toContain('read-failed');
    await world.end(runner);
  });

  it.each([Number.NaN, Infinity, -1, 0, 1e300])(
    '[providers.port.turns] polls at once where the turn is no time: %d',
    async (turn) => {
      const { world, runner } = await worldWith(() => turn);
      await world.clock.advance(5 * second);
      expect(world.callsOf('poll', 'one').length).toBeGreaterThan(0);
      await world.end(runner);
    },
  );

  it('[providers.port.turns] reads a job at a turn after its deadline before the outcome counts as unknown', async () => {
    let turn = 0;
    const { world, id, runner } = await worldWith((now) => Math.max(now, turn), 60 * second);
    await world.clock.advance(60 * second);
    const deadlineAt = (await world.job(id)).deadlineAt ?? 0;
    turn = deadlineAt + 300 * second;
    await world.clock.advance(deadlineAt - world.clock.now() + 240 * second);
    const polls = () => world.callsOf('poll', 'one').length;
    const before = polls();
    expect((await world.job(id)).state).toBe('polling');
    await world.clock.advance(240 * second);
    expect(polls()).toBe(before + 1);
    expect((await world.job(id)).state).toBe('outcome_unknown');
    await world.end(runner);
  });
});
