import {
  type ClockMode,
  type ClockSetting,
  isStanding,
  latestInstant,
  runningSetting,
} from './clock-setting.ts';

/** The mock's own time. In a world with jobs it never goes back. */
export interface MockClock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** The real clock, which callers have too: what they sign with their own time is judged by it. */
  wallNow(): number;
  /** How long a wait of `ms` takes here, in whole ms; no longer than there are dates. */
  scaled(ms: number): number;
  /** Moves ahead by `ms`, which are not scaled. */
  advance(ms: number): void;
  /** Whether it moves only when it is moved. */
  isStanding(): boolean;
  /** The mode in which it ran last, in which it goes on after it stood. */
  running(): ClockMode;
  /** What it goes by. */
  setting(): ClockSetting;
  /** Goes by this from now on, also where that is back. */
  put(setting: ClockSetting): void;
}

/**
 * A clock that runs with the real one. `speed` 20 makes every wait, also those of tokens, twenty times shorter [mock.timing].
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
  return new SetClock(input.now, runningSetting(speed));
}

class SetClock implements MockClock {
  readonly wallNow: () => number;
  #setting: ClockSetting;
  #running: ClockMode;
  /** The real clock can be set back; this one then waits. */
  #latest = Number.NEGATIVE_INFINITY;

  constructor(wallNow: () => number, setting: ClockSetting) {
    this.wallNow = wallNow;
    this.#setting = setting;
    this.#running = setting.mode;
  }

  now(): number {
    const { mode, at } = this.#setting;
    if (isStanding(mode)) return at;
    this.#latest = Math.max(this.#latest, this.wallNow() + at);
    return this.#latest;
  }

  scaled(ms: number): number {
    const { mode } = this.#setting;
    return Math.min(latestInstant, Math.ceil(mode.kind === 'scaled' ? ms / mode.speed : ms));
  }

  advance(ms: number): void {
    this.#setting = { ...this.#setting, at: this.#setting.at + ms };
  }

  isStanding(): boolean {
    return isStanding(this.#setting.mode);
  }

  running(): ClockMode {
    return this.#running;
  }

  setting(): ClockSetting {
    return this.#setting;
  }

  put(setting: ClockSetting): void {
    this.#setting = setting;
    if (!isStanding(setting.mode)) this.#running = setting.mode;
    this.#latest = Number.NEGATIVE_INFINITY;
  }
}

/** Why the clock cannot be moved ahead by so much, with the field and the limit; undefined when it can. */
export function advanceProblem(
  clock: Pick<MockClock, 'now'>,
  ms: number,
  field = 'ms',
): string | undefined {
  const most = latestInstant - clock.now();
  return ms <= most
    ? undefined
    : `${field}: the clock goes up to ${new Date(latestInstant).toISOString()}, which is ${Math.max(0, most)} ms ahead`;
}

/** @throws RangeError where `advanceProblem` sees one */
export function requireAdvance(clock: Pick<MockClock, 'now'>, ms: number): void {
  const problem = advanceProblem(clock, ms);
  if (problem !== undefined) throw new RangeError(problem);
}
