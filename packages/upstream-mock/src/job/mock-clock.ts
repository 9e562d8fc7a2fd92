import { type ClockMode, type ClockSetting, isStopped, latestInstant } from './clock-setting.ts';

/** The mock's clock. In a space with jobs it never goes back; it stops at the last instant. */
export class MockClock {
  /** The real clock, which callers have too: timestamps that they sign are validated by it. */
  readonly wallNow: () => number;
  #setting: ClockSetting;
  #running: ClockMode;
  /** If the real clock is set back, this one stops until it catches up. */
  #latest = Number.NEGATIVE_INFINITY;

  /**
   * A clock that runs with the real one. `speed` 20 divides every wait by 20, also those of tokens [mock.timing].
   *
   * @throws RangeError if the speed is not a positive finite number
   */
  constructor({ now, speed }: { readonly now: () => number; readonly speed: number }) {
    if (!(speed > 0 && Number.isFinite(speed)))
      throw new RangeError(`The mock's speed must be a positive number, not ${speed}.`);
    this.wallNow = now;
    this.#running = speed === 1 ? { kind: 'real' } : { kind: 'scaled', speed };
    this.#setting = { mode: this.#running, at: 0, start: null };
  }

  /** Milliseconds since 1970, UTC. */
  now(): number {
    const { mode, at } = this.#setting;
    if (isStopped(mode)) return at;
    this.#latest = Math.max(this.#latest, Math.min(latestInstant, this.wallNow() + at));
    return this.#latest;
  }

  /** A wait of `ms` divided by the speed, in whole ms; at most the range of dates. */
  scaled(ms: number): number {
    const { mode } = this.#setting;
    return Math.min(latestInstant, Math.ceil(mode.kind === 'scaled' ? ms / mode.speed : ms));
  }

  /** Moves ahead by unscaled ms. */
  advance(ms: number): void {
    this.#setting = { ...this.#setting, at: this.#setting.at + ms };
  }

  /** True if it only moves when it is moved. */
  isStopped(): boolean {
    return isStopped(this.#setting.mode);
  }

  /** The last mode in which it ran, for its restart. */
  running(): ClockMode {
    return this.#running;
  }

  setting(): ClockSetting {
    return this.#setting;
  }

  /** Sets the state, also to an earlier time. */
  put(setting: ClockSetting): void {
    this.#setting = setting;
    if (!isStopped(setting.mode)) this.#running = setting.mode;
    this.#latest = Number.NEGATIVE_INFINITY;
  }
}

/** Reason why the clock cannot be moved ahead by this time, with the field and the limit; undefined if it can. */
export function advanceProblem(now: number, ms: number): string | undefined {
  const most = latestInstant - now;
  return ms <= most
    ? undefined
    : `advance: the clock cannot go beyond ${new Date(latestInstant).toISOString()}, which is ${Math.max(0, most)} ms ahead`;
}
