import type { Clock } from '@filmgate/core';

/** A clock that only moves on request. */
export interface ManualClock extends Clock {
  /** Advances both clocks by `ms`; due sleepers wake in order, and each one's work runs before the next one wakes. */
  advance(ms: number): Promise<void>;
  /** Like `advance`, but at once, as after a suspension of the process: due sleepers wake late. */
  stall(ms: number): Promise<void>;
  /** Sets the wall clock, possibly backwards, as NTP would; affects neither the monotonic clock nor the sleepers. */
  setWall(now: number): void;
  /** Monotonic instant at which the next sleeper wakes; null when there is no sleeper. */
  nextWakeAt(): number | null;
}

interface Sleeper {
  readonly wakeAt: number;
  readonly wake: () => void;
}

/** Passes of the event loop given to the work that a woken sleeper started. */
const settlingTurns = 5;

/** Creates a clock that starts at `startAt`, in ms since 1970. */
export function createManualClock(startAt = 1_750_000_000_000): ManualClock {
  const sleepers = new Set<Sleeper>();
  let wall = startAt;
  let monotonic = 0;
  const next = () => inOrder([...sleepers])[0];
  const moveTo = (instant: number): void => {
    wall += instant - monotonic;
    monotonic = instant;
  };
  return {
    now: () => wall,
    monotonicMs: () => monotonic,
    sleep: (ms, signal) => sleepUntil(sleepers, monotonic + ms, signal),
    advance: async (ms) => {
      const end = monotonic + ms;
      await settle();
      for (let sleeper = next(); sleeper !== undefined && sleeper.wakeAt <= end; sleeper = next()) {
        moveTo(Math.max(monotonic, sleeper.wakeAt));
        sleeper.wake();
        await settle();
      }
      moveTo(end);
    },
    stall: async (ms) => {
      await settle();
      moveTo(monotonic + ms);
      for (const { wake } of inOrder([...sleepers].filter(({ wakeAt }) => wakeAt <= monotonic))) {
        wake();
        await settle();
      }
    },
    setWall: (now) => {
      wall = now;
    },
    nextWakeAt: () => next()?.wakeAt ?? null,
  };
}

function inOrder(sleepers: readonly Sleeper[]): readonly Sleeper[] {
  return sleepers.toSorted((one, other) => one.wakeAt - other.wakeAt);
}

function sleepUntil(
  sleepers: Set<Sleeper>,
  wakeAt: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const sleeper: Sleeper = { wakeAt, wake: () => sleepers.delete(sleeper) && resolve() };
    sleepers.add(sleeper);
    signal?.addEventListener('abort', sleeper.wake, { once: true });
  });
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < settlingTurns; turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
}
