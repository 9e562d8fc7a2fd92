import type { Clock } from '../../ports/clock.ts';

/** Runs an upstream call under a signal that aborts after `timeoutMs`, or when the work is given up. */
export async function boundedCall<T>(
  {
    clock,
    signal,
    timeoutMs,
  }: { readonly clock: Clock; readonly signal: AbortSignal; readonly timeoutMs: number },
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timer = new AbortController();
  const finished = new AbortController();
  const bounded = AbortSignal.any([signal, timer.signal]);
  void clock.sleep(timeoutMs, finished.signal).then(() => {
    if (!finished.signal.aborted) timer.abort();
  });
  try {
    return await call(bounded);
  } finally {
    // Without a reason the engine makes an exception with its stack, for every call that ends in time.
    finished.abort('finished');
  }
}
