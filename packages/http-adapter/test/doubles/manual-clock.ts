/** A clock that only a test moves. */
export interface ManualClock {
  now(): number;
  monotonicMs(): number;
  /** Resolves when the clock was moved this far, or at once when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Sleepers whose time has come resume after the current turn. */
  advance(ms: number): void;
  readonly sleepers: number;
}

export function createManualClock(start = Date.UTC(2026, 0, 2, 3, 4, 5, 678)): ManualClock {
  let instant = start;
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  return {
    now: () => instant,
    monotonicMs: () => instant - start,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) {
          resolve();
          return;
        }
        const wake = (): void => {
          sleepers.delete(sleeper);
          resolve();
        };
        const sleeper = { until: instant + ms, wake };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', wake, { once: true });
      }),
    advance(ms) {
      instant += ms;
      for (const { until, wake } of sleepers) if (until <= instant) wake();
    },
    get sleepers() {
      return sleepers.size;
    },
  };
}
