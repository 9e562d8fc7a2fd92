import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BackgroundStep, rests } from './batch.ts';
import { BatchLog } from './write-queue.ts';
import { BackgroundRunner } from './background-runner.ts';
import { systemTiming } from './timing.ts';

const noLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const stepMs = 5;

/** Works with this many steps each, of which only the first ones cannot be deferred. */
function scene(...plans: readonly { readonly due: number; readonly all: number }[]) {
  const done: string[] = [];
  const faults: unknown[] = [];
  let fails = false;
  const works = plans.map(({ due, all }, index) => {
    let taken = 0;
    const step = (idle: boolean): BackgroundStep => ({
      command: { run: () => void vi.advanceTimersByTime(stepMs) },
      rest: idle ? rests.idle : rests.busy,
      committed: () => {
        taken += 1;
        done.push(`${idle ? 'idle' : 'due'} ${index}`);
      },
    });
    return { nextStep: (idle: boolean) => (taken < (idle ? all : due) ? step(idle) : undefined) };
  });
  const runner: BackgroundRunner = new BackgroundRunner({
    works,
    queue: {
      submitApart: async ({ run }) => {
        if (fails) throw new Error('disk');
        const outcome = run(new BatchLog());
        runner.afterRound();
        return outcome;
      },
    },
    timing: { ...systemTiming, elapsed: () => Date.now() },
    log: { ...noLog, error: (_event, error) => void faults.push(error) },
  });
  const failing = (now: boolean) => {
    fails = now;
  };
  return { runner, done, faults, failing };
}

describe('Housekeeper', () => {
  it('takes what cannot wait in between, a quarter of the time, and the rest while no caller writes', async () => {
    const { runner, done } = scene({ due: 2, all: 5 });
    runner.afterRound();
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual(['due 0']);
    for (let round = 0; round < 7; round += 1) {
      runner.afterRound();
      await vi.advanceTimersByTimeAsync(2);
    }
    expect(done).toHaveLength(1);
    runner.afterRound();
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toEqual(['due 0', 'due 0']);
    await vi.advanceTimersByTimeAsync(rests.busy * stepMs - 1);
    expect(done).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(done.slice(2)).toEqual(['idle 0']);
  });

  it('rests as long as each step took while no caller writes', async () => {
    const { runner, done } = scene({ due: 0, all: 9 });
    runner.afterRound();
    await vi.advanceTimersByTimeAsync(20);
    expect(done).toHaveLength(1);
    for (let steps = 2; steps <= 9; steps += 1) {
      await vi.advanceTimersByTimeAsync(rests.idle * stepMs - 1);
      expect(done).toHaveLength(steps - 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(done).toHaveLength(steps);
    }
    await vi.advanceTimersByTimeAsync(1000);
    expect(done).toHaveLength(9);
  });

  it('takes what cannot wait of each work in turn, and the rest one after the other', async () => {
    const { runner, done } = scene({ due: 2, all: 3 }, { due: 0, all: 2 }, { due: 2, all: 2 });
    for (let ms = 0; ms < 100; ms += 5) {
      runner.afterRound();
      await vi.advanceTimersByTimeAsync(5);
    }
    expect(done).toEqual(['due 0', 'due 2', 'due 0', 'due 2']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(done.slice(4)).toEqual(['idle 0', 'idle 1', 'idle 1']);
  });

  it('waits again after every write', async () => {
    const { runner, done } = scene({ due: 0, all: 1 });
    for (let round = 0; round < 5; round += 1) {
      runner.afterRound();
      await vi.advanceTimersByTimeAsync(15);
    }
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(5);
    expect(done).toEqual(['idle 0']);
  });

  it('reports a failure and tries again after the next write', async () => {
    const { runner, done, faults, failing } = scene({ due: 0, all: 1 });
    failing(true);
    runner.afterRound();
    await vi.advanceTimersByTimeAsync(1000);
    expect([faults.length, done]).toEqual([1, []]);
    failing(false);
    runner.afterRound();
    await vi.advanceTimersByTimeAsync(20);
    expect(done).toEqual(['idle 0']);
  });

  it('begins nothing once stopped', async () => {
    const { runner, done } = scene({ due: 1, all: 5 });
    runner.stop();
    runner.afterRound();
    await vi.advanceTimersByTimeAsync(1000);
    expect(done).toEqual([]);
  });
});
