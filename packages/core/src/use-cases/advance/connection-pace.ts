import type { Clock } from '../../ports/clock.ts';
import type { GatewayOptions } from '../gateway-options.ts';

/** Time spent waiting for a connection after which its pace is judged, in ms. */
const checkedAfterMs = 60_000;
/** A look that comes later than this was held up: what arrived meanwhile was not read yet, in ms. */
const punctualWithinMs = 1_000;

type PaceLimits = Pick<GatewayOptions, 'resultIdleMs' | 'resultMinBytesPerSecond'>;

/**
 * Watches how a connection brings its bytes, and gives up one that falls silent or crawls. Only time spent waiting for the
 * connection counts: what a slow disk takes is not its fault. There is no limit on the whole, which may be large.
 */
export class ConnectionPace {
  readonly #clock: Clock;
  readonly #limits: PaceLimits;
  readonly #connection: AbortController;
  /** Since when the next piece is waited for; null while nothing waits. */
  #askedAt: number | null = null;
  /** Since the pace was judged last. */
  #waitedMs = 0;
  #bytes = 0;
  #giveUp: ((error: Error) => void) | undefined;
  #crawled = false;

  constructor(clock: Clock, limits: PaceLimits, connection: AbortController) {
    this.#clock = clock;
    this.#limits = limits;
    this.#connection = connection;
  }

  /** Whether it was given up although it brought something now and then. */
  get crawled(): boolean {
    return this.#crawled;
  }

  /** The body's pieces; throws when the connection is given up, also where the body does not notice. */
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
