/** Reads of one account in a second, unless its provider is known to allow another number. */
const usualPerSecond = 20;
/** Longest time between two reads, however many were refused, in ms. */
const longestMs = 1_000;
/** Time without a refusal after which the pace doubles again, in ms. */
const easesAfterMs = 60_000;
/** Granted reads beyond the pace, where some come late for their turns. */
const atOnce = 4;
/** Pause after a refusal that requests none, and the longest that is granted or told at once, in ms. */
const usualPauseMs = 1_000;
const longestPauseMs = 5 * 60_000;
/** Turns that may be kept before those whose time is long past are dropped. */
const manyTurns = 10_000;
const isPastAfterMs = 60_000;

/**
 * Gives reads their turns, in the order in which they ask first. A pause or a slower pace moves every turn, so that
 * what waited for its end does not come at once. Times are in ms since 1970.
 */
export class ReadPace {
  /** Places in the queue, by the work to read: `#head` may read at `#headAt`, each next one `#intervalMs` later. */
  readonly #places = new Map<string, number>();
  #head = 0;
  #headAt = 0;
  #free = 0;
  readonly #shortestMs: number;
  #intervalMs: number;
  #changedAt = 0;
  #pausedUntil = 0;
  /** End of the intervals of the granted reads. */
  #fullUntil = 0;

  /** `perSecond`: a provider that allows fewer reads refuses some, and they become fewer. */
  constructor(perSecond = usualPerSecond) {
    this.#shortestMs = 1_000 / perSecond;
    this.#intervalMs = this.#shortestMs;
  }

  /** Returns when a work may be read: `now`, or the later time at which it shall ask again. */
  turnOf(work: string, now: number): number {
    this.#ease(now);
    const place = this.#places.get(work) ?? this.#enter(now);
    const turn = this.#headAt + (place - this.#head) * this.#intervalMs;
    // Reads that come late for their turns do not come all at once.
    const notFull = this.#fullUntil - atOnce * this.#intervalMs;
    const at = Math.max(now, this.#pausedUntil, Math.ceil(turn), notFull);
    if (at > now) this.#keep(work, place, now);
    else {
      this.#places.delete(work);
      this.#fullUntil = Math.max(now, this.#fullUntil) + this.#intervalMs;
    }
    return Math.min(Math.ceil(at), now + longestPauseMs);
  }

  /** Notes that a read was refused for coming too fast. `askedMs`: requested pause; null = none. */
  refused(askedMs: number | null, now: number): void {
    const isFirst = now >= this.#pausedUntil;
    this.#moveHead(now);
    this.#pausedUntil = Math.max(
      this.#pausedUntil,
      now + Math.min(longestPauseMs, askedMs ?? usualPauseMs),
    );
    this.#headAt = Math.max(this.#headAt, this.#pausedUntil);
    // Reads that were under way together are refused together.
    if (isFirst) this.#change(Math.min(longestMs, this.#intervalMs * 2), now);
  }

  #enter(now: number): number {
    this.#moveHead(now);
    const place = Math.max(this.#free, this.#head);
    this.#free = place + 1;
    return place;
  }

  /** Moves the head to the place whose turn it is. Unused turns expire. */
  #moveHead(now: number): void {
    if (now <= this.#headAt) return;
    this.#head += (now - this.#headAt) / this.#intervalMs;
    this.#headAt = now;
  }

  #ease(now: number): void {
    if (this.#intervalMs === this.#shortestMs || now - this.#changedAt < easesAfterMs) return;
    this.#moveHead(now);
    this.#change(Math.max(this.#shortestMs, this.#intervalMs / 2), now);
  }

  #change(intervalMs: number, now: number): void {
    this.#intervalMs = intervalMs;
    this.#changedAt = now;
  }

  #keep(work: string, place: number, now: number): void {
    const past = this.#head - (isPastAfterMs + Math.max(0, this.#headAt - now)) / this.#intervalMs;
    if (this.#places.size >= manyTurns)
      for (const [other, at] of this.#places) if (at < past) this.#places.delete(other);
    this.#places.set(work, place);
  }
}

/** A pace for each account: what one of them is refused is nothing to the others. */
export class AccountPaces {
  readonly #perSecond: number | undefined;
  readonly #paces = new Map<string, ReadPace>();

  constructor(perSecond: number | undefined) {
    this.#perSecond = perSecond;
  }

  of(account: string): ReadPace {
    const pace = this.#paces.get(account) ?? new ReadPace(this.#perSecond);
    this.#paces.set(account, pace);
    return pace;
  }
}
