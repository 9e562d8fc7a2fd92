/** Time for use cases and the runner. Stores never read a clock: callers give them `now`. */
export interface Clock {
  /** Wall-clock instant in ms since 1970. */
  now(): number;
  /** Milliseconds that never go back; for durations only. */
  monotonicMs(): number;
  /** Resolves after `ms`, or at once when `signal` aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
