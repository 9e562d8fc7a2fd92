import type { Clock } from '@filmgate/core';

/** A sleep that others can end: rung between two sleeps it ends the next one at once, so no ring is lost. */
export class WakeUp {
  readonly #clock: Clock;
  #bell = new AbortController();

  constructor(clock: Clock, stopping: AbortSignal) {
    this.#clock = clock;
    if (stopping.aborted) this.ring();
    else stopping.addEventListener('abort', () => this.ring(), { once: true });
  }

  ring(): void {
    // Without a reason the engine makes an exception with its stack, even for a bell that was rung already.
    this.#bell.abort('rung');
  }

  /** Sleeps until the instant, a ring, or the stop. */
  async sleepUntil(instant: number): Promise<void> {
    const pause = instant - this.#clock.now();
    if (pause > 0) await this.#clock.sleep(pause, this.#bell.signal);
    if (this.#bell.signal.aborted) this.#bell = new AbortController();
  }
}
