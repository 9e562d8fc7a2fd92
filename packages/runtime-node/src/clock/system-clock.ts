/** The machine's clocks: one for instants people read, one for measuring, one way to wait. */
export interface SystemClock {
  /** Wall time, whole ms since 1970-01-01T00:00:00Z. May jump either way when the machine's clock is set. */
  now(): number;
  /** Ms since an arbitrary origin; never goes backwards. For measuring durations only. */
  monotonicMs(): number;
  /**
   * Resolves after `ms` milliseconds, or at once when `signal` is or becomes aborted; never rejects, so a caller that
   * must distinguish the two checks its own signal.
   *
   * @param ms - 0 or more; `Infinity` waits for the signal alone
   * @throws RangeError when `ms` is negative or not a number
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Node's timers fire at once when given more than a signed 32-bit number of ms. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** The process's own clocks. Waits keep the process alive until they end or are aborted. */
export function createSystemClock(): SystemClock {
  const monotonicMs = (): number => performance.now();
  return {
    now: () => Date.now(),
    monotonicMs,
    async sleep(ms, signal) {
      if (!(ms >= 0)) throw new RangeError(`cannot sleep for ${ms} ms`);
      const endsAt = monotonicMs() + ms;
      let left = ms;
      do {
        if (signal?.aborted === true) return;
        await waitOnce(Math.min(left, LONGEST_TIMER_MS), signal);
        left = endsAt - monotonicMs();
      } while (left > 0);
    },
  };
}

function waitOnce(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal?.addEventListener('abort', finish, { once: true });
  });
}
