import type { Scheduler } from './scheduler.ts';

/** Start of every world, ms since 1970. */
export const worldBeganAt = 1_750_000_000_000;

/**
 * The clock of one machine: it may be off, run fast or slow, and be set forwards and backwards. Only its wall clock
 * jumps.
 */
export class MachineClock {
  readonly #scheduler: Scheduler;
  /** Ms of this clock in each true ms. */
  #rate: number;
  /** Its wall clock at `#setAt`. */
  #wall: number;
  #setAt = 0;
  #monotonic = 0;

  constructor(
    scheduler: Scheduler,
    { offMs, rate }: { readonly offMs: number; readonly rate: number },
  ) {
    this.#scheduler = scheduler;
    this.#rate = rate;
    this.#wall = worldBeganAt + offMs;
  }

  /** ms since 1970. */
  now(): number {
    return Math.floor(this.#wall + this.#passed());
  }

  monotonicMs(): number {
    return this.#monotonic + this.#passed();
  }

  /** Returns the true ms in which `ms` pass on it. */
  trueMs(ms: number): number {
    return ms / this.#rate;
  }

  jump(ms: number): void {
    this.#wall += ms;
  }

  /** Makes it run at the rate of true time; its present difference stays. */
  steady(): void {
    const passed = this.#passed();
    this.#wall += passed;
    this.#monotonic += passed;
    this.#setAt = this.#scheduler.now;
    this.#rate = 1;
  }

  #passed(): number {
    return (this.#scheduler.now - this.#setAt) * this.#rate;
  }
}
