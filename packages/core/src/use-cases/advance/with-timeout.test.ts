import { describe, expect, it } from 'vitest';
import { createStepClock } from '../../../test/step-clock.ts';
import { withTimeout } from './with-timeout.ts';

const timeoutMs = 60_000;

/** A call under way: its provider responds when the test says so, and the call ends when its signal aborts. */
function callUnderWay() {
  const clock = createStepClock();
  const givenUp = new AbortController();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let abortedAt: number | null = null;
  const result = withTimeout({ clock, signal: givenUp.signal, timeoutMs }, (signal) => {
    signal.addEventListener('abort', () => {
      abortedAt = clock.monotonicMs();
      reject(new Error('given up'));
    });
    return promise;
  });
  const outcome = result.catch(() => 'lost');
  return {
    clock,
    giveUp: () => givenUp.abort(),
    /** The event loop reads the response that waits in the socket. */
    readResponse: () => resolve('answered'),
    abortedAt: () => abortedAt,
    outcome,
  };
}

describe('a call with a time limit', () => {
  it('is aborted on time by a process that keeps time', async () => {
    const { clock, abortedAt, outcome } = callUnderWay();
    await clock.advance(timeoutMs - 1);
    expect(abortedAt()).toBeNull();
    await clock.advance(1);
    expect(abortedAt()).toBe(timeoutMs);
    expect(await outcome).toBe('lost');
  });

  it('[embedding.clock-fails] ends with a clock that fails, whose fault nobody else hears of', async () => {
    const clock = {
      ...createStepClock(),
      monotonicMs: () => 0,
      sleep: () => Promise.reject(new RangeError('no time')),
    };
    const signal = new AbortController().signal;
    const reasons: unknown[] = [];
    const call = (bounded: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        bounded.addEventListener('abort', () => {
          reasons.push(bounded.reason);
          reject(new Error('given up'));
        });
      });
    await expect(withTimeout({ clock, signal, timeoutMs }, call)).rejects.toThrow('given up');
    expect(reasons).toEqual([new RangeError('no time')]);
  });

  it('[flow.stall.answer-kept] with a response while the process stood still for twice its time succeeds', async () => {
    const { clock, readResponse, abortedAt, outcome } = callUnderWay();
    await clock.stall(2 * timeoutMs);
    expect(abortedAt()).toBeNull();
    readResponse();
    expect(await outcome).toBe('answered');
    await clock.advance(10 * timeoutMs);
    expect(abortedAt()).toBeNull();
    expect(clock.sleepers).toBe(0);
  });

  it('[flow.stall.answer-kept] succeeds after one stall follows another', async () => {
    const { clock, readResponse, outcome } = callUnderWay();
    await clock.advance(1_000);
    await clock.stall(2 * timeoutMs);
    await clock.stall(3 * timeoutMs);
    readResponse();
    expect(await outcome).toBe('answered');
  });

  it('[flow.stall.bounded] without a response is aborted after a stall and the time it lost', async () => {
    const { clock, abortedAt, outcome } = callUnderWay();
    await clock.advance(10_000);
    await clock.stall(80_000);
    expect(abortedAt()).toBeNull();
    await clock.advance(30_000);
    expect(abortedAt()).toBe(120_000);
    expect(await outcome).toBe('lost');
  });

  it('[flow.stall.bounded] is aborted in the end by a process that stalls for ever', async () => {
    const { clock, abortedAt, outcome } = callUnderWay();
    for (let stalls = 0; stalls < 20 && abortedAt() === null; stalls += 1)
      await clock.stall(2 * timeoutMs);
    expect(abortedAt()).not.toBeNull();
    expect(await outcome).toBe('lost');
  });

  it('is aborted at once when the step is', async () => {
    const { clock, giveUp, outcome } = callUnderWay();
    await clock.stall(2 * timeoutMs);
    giveUp();
    expect(await outcome).toBe('lost');
    expect(clock.sleepers).toBe(0);
  });

  it('leaves the signal it was given as it found it, and no longer follows it once it has ended', async () => {
    const { clock, giveUp, readResponse, abortedAt, outcome } = callUnderWay();
    readResponse();
    expect(await outcome).toBe('answered');
    giveUp();
    expect(abortedAt()).toBeNull();
    expect(clock.sleepers).toBe(0);
  });

  it('of a step that was aborted before begins with its signal aborted', async () => {
    const signal = AbortSignal.abort('given up');
    const clock = createStepClock();
    const seen = await withTimeout({ clock, signal, timeoutMs }, async (bounded) => bounded);
    expect([seen.aborted, seen.reason]).toEqual([true, 'given up']);
    expect(clock.sleepers).toBe(0);
  });
});
