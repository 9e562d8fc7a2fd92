import type { Clock } from '../ports/clock.ts';

/** Many waits on one clock. */
export interface Deadlines {
  /** Calls `expire` once after `ms`, unless the returned function was called before. */
  add(ms: number, expire: () => void): () => void;
}

interface Entry {
  readonly endsAt: number;
  readonly expire: () => void;
}

/**
 * Deadlines that cost an entry each and no separate timer: waits of one length end in the order they began, so one
 * sleep until the eldest serves them all. Without waiters nothing sleeps, so nothing keeps a process alive.
 */
export function createDeadlines(clock: Clock): Deadlines {
  const rows = new Map<number, Row>();
  return {
    add(ms, expire) {
      const row = rows.get(ms) ?? new Row(clock, () => rows.delete(ms));
      rows.set(ms, row);
      return row.add({ endsAt: clock.monotonicMs() + ms, expire });
    },
  };
}

/** Waits of one length, eldest first. */
class Row {
  readonly #clock: Clock;
  readonly #whenEmpty: () => void;
  readonly #entries = new Set<Entry>();
  #sleep: AbortController | undefined;

  constructor(clock: Clock, whenEmpty: () => void) {
    this.#clock = clock;
    this.#whenEmpty = whenEmpty;
  }

  add(entry: Entry): () => void {
    this.#entries.add(entry);
    if (this.#entries.size === 1 && this.#sleep === undefined) void this.#watch();
    return () => {
      if (!this.#entries.delete(entry) || this.#entries.size > 0) return;
      // Without a reason the engine makes an exception with its stack, for every wait that ends alone.
      this.#sleep?.abort('ended');
    };
  }

  async #watch(): Promise<void> {
    for (let [eldest] = this.#entries; eldest !== undefined; [eldest] = this.#entries) {
      this.#sleep = new AbortController();
      const left = eldest.endsAt - this.#clock.monotonicMs();
      await this.#clock.sleep(Math.max(0, left), this.#sleep.signal);
      this.#expireUntil(this.#clock.monotonicMs());
    }
    this.#sleep = undefined;
    this.#whenEmpty();
  }

  #expireUntil(now: number): void {
    for (const entry of this.#entries) {
      if (entry.endsAt > now) return;
      this.#entries.delete(entry);
      entry.expire();
    }
  }
}
