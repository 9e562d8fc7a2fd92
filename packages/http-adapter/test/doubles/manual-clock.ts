/** A clock that stands still until a test moves it. */
export interface ManualClock {
  now(): number;
  advance(ms: number): void;
}

export function createManualClock(start = Date.UTC(2026, 0, 2, 3, 4, 5, 678)): ManualClock {
  let instant = start;
  return {
    now: () => instant,
    advance(ms) {
      instant += ms;
    },
  };
}
