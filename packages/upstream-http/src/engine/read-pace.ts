import type { JsonRead } from './read-task.ts';

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
/** Time for which works of one turn may share its read, in ms. */
const sharedForMs = 2_000;
/** Turns that may be kept before those whose time is long past are dropped. */
const manyTurns = 10_000;
const isPastAfterMs = 60_000;

/** One read of several works that have the same turn. */
export interface SharedRead {
  readonly works: readonly string[];
  /** Its response, once one of the works was polled. */
  response?: Promise<JsonRead>;
}

/**
 * Gives reads their turns, in the order in which they ask first; works whose turns are the same share one read. A pause
 * or a slower pace moves every turn, so that what waited for its end does not come at once. Times are in ms since 1970.
 */
export class ReadPace {
  /** Places in the queue, by the work to read: `#head` may read at `#headAt`, each next one `#intervalMs` later. */
  readonly #places = new Map<string, number>();
  #head = 0;
  #headAt = 0;
  #free = 0;
  readonly #atATime: number;
  /** Works that have the last place. */
  #sharing = 0;
  /** Works that shared a read which did not have them. */
  readonly #alone = new Set<string>();
  readonly #shared = new Map<string, { readonly read: SharedRead; readonly until: number }>();
  readonly #shortestMs: number;
  #intervalMs: number;
  #changedAt = 0;
  #pausedUntil = 0;
  /** End of the intervals of the granted reads. */
  #fullUntil = 0;

  /**
   * @param perSecond - a provider that allows fewer reads refuses some, and they become fewer
   * @param atATime - maximum works in one read
   */
  constructor(perSecond = usualPerSecond, atATime = 1) {
    this.#shortestMs = 1_000 / perSecond;
    this.#atATime = atATime;
    this.#intervalMs = this.#shortestMs;
  }

  /** Returns when a work may be read: `now`, or the later time at which it shall ask again. */
  turnOf(work: string, now: number): number {
    if (now < (this.#shared.get(work)?.until ?? 0)) return now;
    this.#shared.delete(work);
    this.#ease(now);
    const place = this.#places.get(work) ?? this.#enter(work, now);
    const turn = this.#headAt + (place - this.#head) * this.#intervalMs;
    // Reads that come late for their turns do not come all at once.
    const notFull = this.#fullUntil - atOnce * this.#intervalMs;
    const at = Math.max(now, this.#pausedUntil, Math.ceil(turn), notFull);
    if (at > now) this.#keep(work, place, now);
    else {
      this.#share(work, place, now);
      this.#fullUntil = Math.max(now, this.#fullUntil) + this.#intervalMs;
    }
    return Math.min(Math.ceil(at), now + longestPauseMs);
  }

  /** Returns the read that a work shares with others, once; undefined = it is read by itself. */
  sharedReadOf(work: string): SharedRead | undefined {
    const read = this.#shared.get(work)?.read;
    this.#shared.delete(work);
    return read;
  }

  /** Gives a work turns of its own from now on: a read that it shared did not have it, and the pace allows no other. */
  readAlone(work: string): void {
    if (this.#alone.size >= manyTurns) this.#alone.clear();
    this.#alone.add(work);
  }

  /** Lets a work take its turn, and those with the same place take it along. */
  #share(work: string, place: number, now: number): void {
    this.#places.delete(work);
    if (this.#atATime === 1) return;
    const along = [...this.#places].filter(([, at]) => at === place).map(([other]) => other);
    if (along.length === 0) return;
    const read = { works: [work, ...along] };
    for (const one of read.works) {
      this.#places.delete(one);
      this.#shared.set(one, { read, until: now + sharedForMs });
    }
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

  #enter(work: string, now: number): number {
    this.#moveHead(now);
    const last = this.#free - 1;
    const isAlone = this.#alone.has(work);
    if (!isAlone && last > this.#head && this.#sharing < this.#atATime) {
      this.#sharing += 1;
      return last;
    }
    const place = Math.max(this.#free, this.#head);
    this.#free = place + 1;
    this.#sharing = isAlone ? this.#atATime : 1;
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
    if (this.#shared.size >= manyTurns)
      for (const [other, { until }] of this.#shared) if (until < now) this.#shared.delete(other);
    this.#places.set(work, place);
  }
}

/** A pace for each account: what one of them is refused is nothing to the others. */
export class AccountPaces {
  readonly #perSecond: number | undefined;
  readonly #atATime: number | undefined;
  readonly #paces = new Map<string, ReadPace>();

  constructor(perSecond: number | undefined, atATime: number | undefined) {
    this.#perSecond = perSecond;
    this.#atATime = atATime;
  }

  of(account: string): ReadPace {
    const pace = this.#paces.get(account) ?? new ReadPace(this.#perSecond, this.#atATime);
    this.#paces.set(account, pace);
    return pace;
  }
}
