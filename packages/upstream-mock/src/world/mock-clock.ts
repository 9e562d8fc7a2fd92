/** The mock's own time: it runs with the real clock and can be moved ahead; it never goes back. */
export interface MockClock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** The real clock, which callers have too: what they sign with their own time is judged by it. */
  wallNow(): number;
  /** How long a wait of `ms` takes here, in whole ms. */
  scaled(ms: number): number;
  /** Moves ahead by `ms`, which are not scaled. */
  advance(ms: number): void;
}

/**
 * `speed` 20 makes every wait, also those of tokens, twenty times shorter [mock.timing].
 *
 * @throws RangeError when the speed is not a positive finite number
 */
export function createMockClock(input: {
  readonly now: () => number;
  readonly speed: number;
}): MockClock {
  const { speed } = input;
  if (!(speed > 0 && Number.isFinite(speed))) {
    throw new RangeError(`The mock's speed must be a positive number, not ${speed}.`);
  }
  let ahead = 0;
  let latest = Number.NEGATIVE_INFINITY;
  return {
    now: () => {
      latest = Math.max(latest, input.now() + ahead);
      return latest;
    },
    wallNow: input.now,
    scaled: (ms) => Math.ceil(ms / speed),
    advance: (ms) => {
      ahead += ms;
    },
  };
}

/** The last instant whose year has four digits: beyond it, texts of instants have another form, and at last there are none. */
const latestInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Why the clock cannot be moved ahead by so much, with the field and the limit; undefined when it can. */
export function advanceProblem(clock: Pick<MockClock, 'now'>, ms: number): string | undefined {
  const most = latestInstant - clock.now();
  return ms <= most
    ? undefined
    : `ms: the clock goes up to ${new Date(latestInstant).toISOString()}, which is ${Math.max(0, most)} ms ahead`;
}

/** @throws RangeError where `advanceProblem` sees one */
export function requireAdvance(clock: Pick<MockClock, 'now'>, ms: number): void {
  const problem = advanceProblem(clock, ms);
  if (problem !== undefined) throw new RangeError(problem);
}
