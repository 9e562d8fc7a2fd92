import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSystemClock } from './system-clock.ts';

const clock = createSystemClock();

test('wall time is whole milliseconds since 1970, and measuring never goes back', () => {
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1000);
  expect(Number.isInteger(clock.now())).toBe(true);
  const first = clock.monotonicMs();
  expect(clock.monotonicMs()).toBeGreaterThanOrEqual(first);
});

describe('sleep', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Returns a function that is true once a wait has ended, read after everything pending has run. */
  function watch(wait: Promise<void>): () => Promise<boolean> {
    let ended = false;
    void wait.then(() => {
      ended = true;
    });
    return async () => {
      await vi.advanceTimersByTimeAsync(0);
      return ended;
    };
  }

  test('ends after its time and not before', async () => {
    const hasEnded = watch(clock.sleep(500));
    await vi.advanceTimersByTimeAsync(499);
    expect(await hasEnded()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await hasEnded()).toBe(true);
  });

  test('of nothing ends at once', async () => {
    expect(await watch(clock.sleep(0))()).toBe(true);
  });

  test('longer than a timer can count is not cut short', async () => {
    const days = 60 * 24 * 3600 * 1000;
    const hasEnded = watch(clock.sleep(days));
    await vi.advanceTimersByTimeAsync(days - 1);
    expect(await hasEnded()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await hasEnded()).toBe(true);
  });

  test('ends early, without a fault, when the signal aborts, and leaves nothing behind', async () => {
    const controller = new AbortController();
    const hasEnded = watch(clock.sleep(Number.POSITIVE_INFINITY, controller.signal));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await hasEnded()).toBe(false);
    controller.abort();
    expect(await hasEnded()).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('does not begin when the signal has aborted already', async () => {
    const hasEnded = watch(clock.sleep(1000, AbortSignal.abort()));
    expect(await hasEnded()).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('takes its listener off the signal, so a long-lived one does not fill up', async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const wait = clock.sleep(10, signal);
    await vi.advanceTimersByTimeAsync(10);
    await wait;
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
    expect(added).toHaveBeenCalledOnce();
  });

  test.for([-1, Number.NaN, Number.NEGATIVE_INFINITY])('of %d ms is a fault', async (ms) => {
    await expect(clock.sleep(ms)).rejects.toThrow(RangeError);
  });
});
