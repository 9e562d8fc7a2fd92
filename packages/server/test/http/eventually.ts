import { setTimeout as pause } from 'node:timers/promises';

export interface EventuallyOptions {
  /** Name of the awaited value, for the failure. */
  readonly what: string;
  readonly timeoutMs?: number;
  readonly intervalMs?: number;
}

/** Repeats a call until it returns a value, within a limit. Fails with the name of the missing value. */
export async function eventually<T>(
  probe: () => Promise<T | undefined>,
  options: EventuallyOptions,
): Promise<T> {
  const { what, timeoutMs = 50_000, intervalMs = 15 } = options;
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const result = await probe();
    if (result !== undefined) return result;
    if (performance.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await pause(intervalMs);
  }
}
