import type { Clock } from '../../ports/clock.ts';

/** Tolerance of a timer, in ms: a later one shows that the process was stalled, with bytes unread in the socket. */
const punctualWithinMs = 10;
/** Minimum extra time, in ms: enough to read a response that is waiting in the socket. */
const leastLookMs = 1_000;
/** Maximum consecutive late timers before the call is aborted anyway. */
const mostLooks = 10;

/**
 * Runs a provider call under a signal that aborts after `timeoutMs`, or when the step is aborted. It aborts no more
 * after the call has ended. One controller and a listener: `AbortSignal.any` holds weak references, which each
 * collection of garbage visits.
 *
 * After a stall (a blocked loop, a stopped process, a paused machine) timers run before the sockets are read, and a
 * response that came in time would be called lost. So a timer that fires late gives the call the time it lost, at most
 * `timeoutMs` more for each stall.
 */
export async function withTimeout<T>(
  {
    clock,
    signal,
    timeoutMs,
  }: { readonly clock: Clock; readonly signal: AbortSignal; readonly timeoutMs: number },
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const bounded = new AbortController();
  const finished = new AbortController();
  const giveUp = (): void => bounded.abort(signal.reason);
  if (signal.aborted) giveUp();
  else signal.addEventListener('abort', giveUp, { once: true });
  const timeIsUp = (reason?: unknown): void => {
    if (!finished.signal.aborted) bounded.abort(reason);
  };
  // A failing clock bounds nothing, so the call ends with it: nobody waits for this promise, and a rejection would end
  // the host.
  timePasses(clock, timeoutMs, finished.signal).then(() => timeIsUp(), timeIsUp);
  try {
    return await call(bounded.signal);
  } finally {
    signal.removeEventListener('abort', giveUp);
    // Without a reason the engine makes an exception with its stack, for every call that ends in time.
    finished.abort('finished');
  }
}

/** Resolves when `timeoutMs` have passed for a process that was awake, or when the call is finished. */
async function timePasses(clock: Clock, timeoutMs: number, finished: AbortSignal): Promise<void> {
  let waitMs = timeoutMs;
  for (let look = 0; look <= mostLooks; look += 1) {
    const dueAt = clock.monotonicMs() + waitMs;
    await clock.sleep(waitMs, finished);
    const lateMs = clock.monotonicMs() - dueAt;
    if (finished.aborted || lateMs <= punctualWithinMs) return;
    waitMs = Math.min(Math.max(lateMs, leastLookMs), timeoutMs);
  }
}
