import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BackgroundStep } from './background-step.ts';
import { Housekeeper } from './housekeeper.ts';

const noLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work in so many steps, of which only the last ones can be put off. */
function scene(steps: { readonly urgent: number; readonly all: number }) {
  const done: string[] = [];
  const faults: unknown[] = [];
  let fails = false;
  const step = (idle: boolean): BackgroundStep => ({
    command: { run: () => undefined },
    committed: () => void done.push(idle ? 'idle' : 'urgent'),
  });
  const housekeeper: Housekeeper = new Housekeeper({
    works: [
      {
        nextStep: (idle) => {
          const isDue = done.length < (idle ? steps.all : steps.urgent);
          return isDue ? step(idle) : undefined;
        },
      },
    ],
    queue: {
      submit: async () => {
        if (fails) throw new Error('disk');
        housekeeper.afterRound();
        return undefined as never;
      },
    },
    log: { ...noLog, error: (_event, error) => void faults.push(error) },
  });
  const failing = (now: boolean) => {
    fails = now;
  };
  return { housekeeper, done, faults, failing };
}

describe('Housekeeper', () => {
  it('does at once what cannot wait, and the rest when nobody writes', async () => {
    const { housekeeper, done } = scene({ urgent: 2, all: 5 });
    housekeeper.afterRound();
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual(['urgent']);
    housekeeper.afterRound();
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual(['urgent', 'urgent']);
    housekeeper.afterRound();
    await vi.advanceTimersByTimeAsync(19);
    expect(done).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(done.slice(2)).toEqual(['idle', 'idle', 'idle']);
  });

  it('waits anew whenever somebody writes', async () => {
    const { housekeeper, done } = scene({ urgent: 0, all: 1 });
    for (let round = 0; round < 5; round += 1) {
      housekeeper.afterRound();
      await vi.advanceTimersByTimeAsync(15);
    }
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(5);
    expect(done).toEqual(['idle']);
  });

  it('reports a failure and tries again after the next write', async () => {
    const { housekeeper, done, faults, failing } = scene({ urgent: 0, all: 1 });
    failing(true);
    housekeeper.afterRound();
    await vi.advanceTimersByTimeAsync(1000);
    expect([faults.length, done]).toEqual([1, []]);
    failing(false);
    housekeeper.afterRound();
    await vi.advanceTimersByTimeAsync(20);
    expect(done).toEqual(['idle']);
  });

  it('begins nothing once stopped', async () => {
    const { housekeeper, done } = scene({ urgent: 1, all: 5 });
    housekeeper.stop();
    housekeeper.afterRound();
    await vi.advanceTimersByTimeAsync(1000);
    expect(done).toEqual([]);
  });
});
