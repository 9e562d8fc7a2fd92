import type { Clock } from '@filmgate/core';

/** A sleep that others can end. A notification between two sleeps ends the next one at once, so that none is lost. */
export class WakeUp {
  readonly #clock: Pick<Clock, 'sleep'>;
  #bell = new AbortController();

  constructor(clock: Pick<Clock, 'sleep'>, stopping: AbortSignal) {
    this.#clock = clock;
    if (stopping.aborted) this.notify();
    else stopping.addEventListener('abort', () => this.notify(), { once: true });
  }

  notify(): void {
    // Without a reason the engine creates an exception with its stack, even for a signal already aborted.
    this.#bell.abort('rung');
  }

  /** Sleeps for `ms`, or until a notification or the stop. */
  async sleep(ms: number): Promise<void> {
    if (ms > 0) await this.#clock.sleep(ms, this.#bell.signal);
    if (this.#bell.signal.aborted) this.#bell = new AbortController();
  }
}
