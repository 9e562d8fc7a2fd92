import { createSeededRandom } from '@filmgate/conformance';
import type { Timing } from '@filmgate/storage-sqlite';

/** A timing whose tasks run one at a time, in an order drawn from a seed, and in virtual time. */
export interface SeededTiming extends Timing {
  /** Runs every task, and all tasks that follow, until the response arrives. */
  until<Result>(pending: Promise<Result>): Promise<Result>;
  /** Lets `ms` pass, and runs due tasks meanwhile. */
  pass(ms: number): Promise<void>;
}

interface Task {
  readonly at: number;
  readonly run: () => void;
}

/** Number of passes of the event loop without any task after which a response counts as lost. */
const idleTurns = 50;

export function createSeededTiming(seed: number): SeededTiming {
  const random = createSeededRandom(seed);
  const tasks = new Set<Task>();
  let now = 0;
  const add = (ms: number, run: () => void): (() => void) => {
    const task = { at: now + ms, run };
    tasks.add(task);
    return () => void tasks.delete(task);
  };
  const runOne = (): boolean => {
    const ready = [...tasks].filter(({ at }) => at <= now);
    const task = ready[Math.floor(random() * ready.length)];
    if (task === undefined) return false;
    tasks.delete(task);
    task.run();
    return true;
  };
  const moveOn = (): boolean => {
    const next = [...tasks].reduce((least, { at }) => Math.min(least, at), Infinity);
    if (next === Infinity) return false;
    now = Math.max(now, next);
    return true;
  };
  return {
    defer: (run) => void add(0, run),
    after: (ms, run) => add(ms, run),
    elapsed: () => now,
    async until(pending) {
      const noted = { isThere: false };
      const settle = (): void => {
        noted.isThere = true;
      };
      pending.then(settle, settle);
      for (let idle = 0; idle <= idleTurns; ) {
        await turn();
        if (noted.isThere) return pending;
        idle = runOne() || moveOn() ? 0 : idle + 1;
      }
      throw new Error('No task is left that could bring the answer.');
    },
    async pass(ms) {
      const end = now + ms;
      for (;;) {
        await turn();
        if (runOne()) continue;
        const next = [...tasks].reduce((least, { at }) => Math.min(least, at), Infinity);
        if (next > end) break;
        now = next;
      }
      now = end;
    },
  };
}

/** Lets everything that waits only for promises continue. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
