import { setTimeout as pause } from 'node:timers/promises';

export interface EventuallyOptions {
  /** What is awaited; named in the failure. */
  readonly what: string;
  readonly timeoutMs?: number;
  readonly intervalMs?: number;
}

/** Asks until there is a response, within a bound. Fails with the name of what never came. */
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
