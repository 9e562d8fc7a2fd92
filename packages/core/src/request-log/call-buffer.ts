import type { RequestLogEntry } from '../ports/request-logs.ts';

/** What a buffer holds at most: calls, and UTF-16 units of kept prompts. */
export interface CallBufferBounds {
  readonly calls: number;
  readonly promptUnits: number;
}

/** Calls that wait to be written. Beyond its bounds it gives the oldest up and counts them. */
export class CallBuffer {
  readonly #bounds: CallBufferBounds;
  #calls: RequestLogEntry[] = [];
  #promptUnits = 0;
  #dropped = 0;

  constructor(bounds: CallBufferBounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#calls.length;
  }

  add(calls: readonly RequestLogEntry[]): void {
    this.#keep([...calls], 'behind');
  }

  /** Takes calls back that could not be written; they are older than what has come since. */
  putBack(calls: readonly RequestLogEntry[]): void {
    this.#keep([...calls], 'before');
  }

  /** The oldest calls, at most so many; they leave the buffer. */
  take(limit: number): readonly RequestLogEntry[] {
    const taken = this.#calls.splice(0, limit);
    this.#promptUnits -= promptUnitsOf(taken);
    return taken;
  }

  /** How many were given up since this was asked last. */
  takeDropped(): number {
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }

  countDropped(calls: number): void {
    this.#dropped += calls;
  }

  #keep(calls: RequestLogEntry[], where: 'before' | 'behind'): void {
    this.#promptUnits += promptUnitsOf(calls);
    if (where === 'before') this.#calls = [...calls, ...this.#calls];
    else if (calls.length === 1 && calls[0] !== undefined) this.#calls.push(calls[0]);
    else this.#calls = [...this.#calls, ...calls];
    this.#giveUp();
  }

  #giveUp(): void {
    const { calls, promptUnits } = this.#bounds;
    if (this.#calls.length <= calls && this.#promptUnits <= promptUnits) return;
    const excess = this.#calls.length - calls;
    // Some more, so that not every further call moves the whole buffer.
    let surplus = excess > 0 ? excess + Math.floor(calls / 50) : 0;
    let units = this.#promptUnits - promptUnitsOf(this.#calls.slice(0, surplus));
    while (units > promptUnits && surplus < this.#calls.length) {
      units -= this.#calls[surplus]?.prompt?.length ?? 0;
      surplus += 1;
    }
    this.take(surplus);
    this.#dropped += surplus;
  }
}

function promptUnitsOf(calls: readonly RequestLogEntry[]): number {
  let units = 0;
  for (const { prompt } of calls) units += prompt?.length ?? 0;
  return units;
}
