import type { MockClock } from '../world/mock-clock.ts';

/** A caller who is kept waiting. */
export interface HungResponse {
  /** Ends the connection without a response; resolves when it has ended. */
  end(): Promise<void>;
  /** What happens meanwhile: `next` at each of these instants, which come one after the other. */
  readonly steps?: { readonly at: readonly number[]; next(): void };
}

/** An instant of the space's clock; one that may change is asked for each time. Null = never. */
export type HoldEnd = number | null | (() => number);

/** Callers who are kept waiting, each until an instant of the space's clock or for good. Their ends are events of that clock. */
export interface HungResponses {
  readonly size: number;
  /**
   * Ends it at `until`, null = never by itself. Gives back what forgets it, for a caller who left.
   */
  hold(response: HungResponse, until: HoldEnd): () => void;
  /** Instants at which some end. */
  ends(): readonly number[];
  /** Ends those that are due, and resolves when they have ended. To be called whenever the clock was moved or set. */
  settle(): Promise<void>;
  endAll(): Promise<void>;
}

/** Longest wait a timer takes, in ms. */
const longestTimer = 2 ** 31 - 1;

/** @param clock - where it runs by itself, a timer looks at it when the next end is due */
export function createHungResponses(clock: Pick<MockClock, 'now' | 'isStanding'>): HungResponses {
  return new ClockedResponses(clock);
}

class ClockedResponses implements HungResponses {
  readonly #clock: Pick<MockClock, 'now' | 'isStanding'>;
  /** Each with what is to come. */
  readonly #held = new Map<HungResponse, { readonly at: number[]; readonly until: HoldEnd }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: Pick<MockClock, 'now' | 'isStanding'>) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#held.size;
  }

  hold(response: HungResponse, until: HoldEnd): () => void {
    this.#held.set(response, { at: [...(response.steps?.at ?? [])], until });
    this.#arm();
    return () => {
      this.#held.delete(response);
      this.#arm();
    };
  }

  ends(): readonly number[] {
    return [...this.#held.values()].flatMap(({ at, until }) => {
      const end = endOf(until);
      return end === null ? at : [...at, end];
    });
  }

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
    const ends = this.#clock.isStanding() ? [] : this.ends();
    if (ends.length === 0) return;
    const waitMs = Math.min(...ends) - this.#clock.now();
    this.#timer = setTimeout(() => void this.settle(), Math.min(longestTimer, Math.max(1, waitMs)));
    this.#timer.unref();
  }
}

function endOf(until: HoldEnd): number | null {
  return typeof until === 'function' ? until() : until;
}
