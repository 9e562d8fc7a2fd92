import type { Clock } from '../src/ports/clock.ts';

/** A clock that stands still until a test moves it, and shows who sleeps. */
export interface StepClock extends Clock {
  /** Advances the clock and lets woken sleepers run. */
  advance(ms: number): Promise<void>;
  /** Advances the clock at once, as for a process that stood still: sleepers due meanwhile wake late. */
  stall(ms: number): Promise<void>;
  readonly sleepers: number;
}

export function createStepClock(): StepClock {
  let instant = 0;
  const sleepers = new Map<() => void, number>();
  return {
    now: () => instant,
    monotonicMs: () => instant,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          if (sleepers.delete(wake)) resolve();
        };
        sleepers.set(wake, instant + ms);
        if (ms <= 0 || signal?.aborted === true) wake();
        else signal?.addEventListener('abort', wake, { once: true });
      }),
    async advance(ms) {
      const end = instant + ms;
      for (;;) {
        await settle();
        const [next] = [...sleepers].toSorted(([, one], [, other]) => one - other);
        if (next === undefined || next[1] > end) break;
        instant = Math.max(instant, next[1]);
        next[0]();
      }
      instant = end;
    },
    async stall(ms) {
      await settle();
      instant += ms;
      for (const [wake, wakeAt] of [...sleepers]) if (wakeAt <= instant) wake();
      await settle();
    },
    get sleepers() {
      return sleepers.size;
    },
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}
