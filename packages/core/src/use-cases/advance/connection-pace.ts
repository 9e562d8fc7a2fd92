import type { Clock } from '../../ports/clock.ts';
import type { GatewayOptions } from '../gateway-options.ts';

/** Time spent waiting for a connection after which its pace is checked, in ms. */
const checkedAfterMs = 60_000;
/** Tolerance of a timer, in ms: a later one shows that the process was stalled, with arrived bytes unread. */
const punctualWithinMs = 1_000;

type PaceLimits = Pick<GatewayOptions, 'resultIdleMs' | 'resultMinBytesPerSecond'>;

/**
 * Watches how a connection brings its bytes, and aborts one that falls silent or crawls. Only time spent waiting for
 * the connection counts, not the time of a slow disk. The whole, which may be large, has no limit.
 */
export class ConnectionPace {
  readonly #clock: Clock;
  readonly #limits: PaceLimits;
  readonly #connection: AbortController;
  /** Instant since which the next piece is waited for; null while nothing waits. */
  #askedAt: number | null = null;
  /** Time waited since the last check of the pace, in ms. */
  #waitedMs = 0;
  #bytes = 0;
  #giveUp: ((error: Error) => void) | undefined;
  #crawled = false;

  constructor(clock: Clock, limits: PaceLimits, connection: AbortController) {
    this.#clock = clock;
    this.#limits = limits;
    this.#connection = connection;
  }

  /** True if it was aborted although it brought something now and then. */
  get crawled(): boolean {
    return this.#crawled;
  }

  /** Yields the body's pieces; throws when the connection is aborted, also where the body does not notice. */
  async *watch(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const iterator = body[Symbol.asyncIterator]();
    const over = new AbortController();
    void this.#checkUntil(over.signal);
    let isOpen = true;
    try {
      for (;;) {
        const step = await this.#next(iterator);
        isOpen = step.done !== true;
        if (step.done === true) return;
        yield step.value;
      }
    } catch (error) {
      isOpen = false;
      throw error;
    } finally {
      over.abort('over');
      if (isOpen) await iterator.return?.();
    }
  }

  async #next(iterator: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
    this.#askedAt = this.#clock.monotonicMs();
    try {
      const step = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        this.#giveUp = reject;
        iterator.next().then(resolve, reject);
      });
      if (step.done !== true) this.#bytes += step.value.length;
      return step;
    } finally {
      this.#waitedMs += this.#clock.monotonicMs() - this.#askedAt;
      this.#askedAt = null;
      this.#giveUp = undefined;
    }
  }

  async #checkUntil(over: AbortSignal): Promise<void> {
    const pauseMs = Math.max(1, Math.min(this.#limits.resultIdleMs, checkedAfterMs) / 2);
    while (!over.aborted) {
      const dueAt = this.#clock.monotonicMs() + pauseMs;
      await this.#clock.sleep(pauseMs, over);
      if (over.aborted) return;
      const lateMs = this.#clock.monotonicMs() - dueAt;
      if (lateMs > punctualWithinMs && this.#askedAt !== null) this.#askedAt += lateMs;
      else if (this.#isSilent() || this.#isCrawling()) this.#end();
    }
  }

  #isSilent(): boolean {
    return this.#waitingMs() >= this.#limits.resultIdleMs;
  }

  #isCrawling(): boolean {
    const waitedMs = this.#waitedMs + this.#waitingMs();
    if (waitedMs < checkedAfterMs) return false;
    this.#crawled = this.#bytes < (waitedMs / 1_000) * this.#limits.resultMinBytesPerSecond;
    this.#bytes = 0;
    this.#waitedMs = -this.#waitingMs();
    return this.#crawled;
  }

  #waitingMs(): number {
    return this.#askedAt === null ? 0 : this.#clock.monotonicMs() - this.#askedAt;
  }

  #end(): void {
    this.#connection.abort('aborted');
    this.#giveUp?.(new Error('the connection is too slow'));
  }
}
