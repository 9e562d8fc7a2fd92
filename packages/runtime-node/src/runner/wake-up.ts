import type { Clock } from '@filmgate/core';

/** A sleep that others can end: rung between two sleeps it ends the next one at once, so no ring is lost. */
export class WakeUp {
  readonly #clock: Clock;
  readonly #stopping: AbortSignal;
  #bell = new AbortController();

  constructor(clock: Clock, stopping: AbortSignal) {
    this.#clock = clock;
    this.#stopping = stopping;
  }

  ring(): void {
    this.#bell.abort();
  }

  /** Sleeps until the instant, a ring, or the stop. */
  async sleepUntil(instant: number): Promise<void> {
    const pause = instant - this.#clock.now();
    if (pause > 0) await this.#clock.sleep(pause, AbortSignal.any([this.#bell.signal, this.#stopping]));
    if (this.#bell.signal.aborted) this.#bell = new AbortController();
  }
}
