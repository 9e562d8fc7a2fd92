import type { MockClock } from '../job/mock-clock.ts';

/** A waiting call. */
export interface HungResponse {
  /** Ends the connection without a response; resolves when it has ended. */
  end(): Promise<void>;
  /** Events during the wait: `next` is called at each of these instants, in order. */
  readonly steps?: { readonly at: readonly number[]; next(): void };
}

/** An instant of the space's clock; a function is evaluated each time. Null = never. */
export type HoldEnd = number | null | (() => number);

/** Maximum delay of a timer, in ms. */
const longestTimer = 2 ** 31 - 1;

/** Waiting calls, each until an instant of the space's clock or forever. Their ends are events of that clock. */
export class HungResponses {
  readonly #clock: Pick<MockClock, 'now' | 'isStopped'>;
  /** Each with its remaining steps. */
  readonly #held = new Map<HungResponse, { readonly at: number[]; readonly until: HoldEnd }>();
  #timer: NodeJS.Timeout | undefined;

  /** @param clock - while it runs, a timer checks it when the next end is due */
  constructor(clock: Pick<MockClock, 'now' | 'isStopped'>) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#held.size;
  }

  /** Ends the call at `until`, null = never. Returns a function that removes it, for a caller that disconnected. */
  hold(response: HungResponse, until: HoldEnd): () => void {
    this.#held.set(response, { at: [...(response.steps?.at ?? [])], until });
    this.#arm();
    return () => {
      this.#held.delete(response);
      this.#arm();
    };
  }

  /** Instants at which calls end. */
  ends(): readonly number[] {
    return [...this.#held.values()].flatMap(({ at, until }) => {
      const end = endOf(until);
      return end === null ? at : [...at, end];
    });
  }

  /** Ends due calls, and resolves when they have ended. Call it whenever the clock was moved or set. */
  async settle(): Promise<void> {
    const now = this.#clock.now();
    for (const [response, { at }] of this.#held) {
      const steps = at.findIndex((step) => step > now);
      for (const _ of at.splice(0, steps === -1 ? at.length : steps)) response.steps?.next();
    }
    const due = [...this.#held].filter(([, { until }]) => (endOf(until) ?? Infinity) <= now);
    await this.#end(due.map(([response]) => response));
  }

  async endAll(): Promise<void> {
    await this.#end([...this.#held.keys()]);
  }

  async #end(responses: readonly HungResponse[]): Promise<void> {
    for (const response of responses) this.#held.delete(response);
    this.#arm();
    await Promise.all(responses.map((response) => response.end()));
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const ends = this.#clock.isStopped() ? [] : this.ends();
    if (ends.length === 0) return;
    const waitMs = Math.min(...ends) - this.#clock.now();
    this.#timer = setTimeout(() => void this.settle(), Math.min(longestTimer, Math.max(1, waitMs)));
    this.#timer.unref();
  }
}

function endOf(until: HoldEnd): number | null {
  return typeof until === 'function' ? until() : until;
}
