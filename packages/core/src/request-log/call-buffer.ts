import type { RequestLogEntry } from '../ports/request-logs.ts';

/** What a buffer holds at most: calls, and UTF-16 units of kept prompts. */
export interface CallBufferBounds {
  readonly calls: number;
  readonly promptUnits: number;
}

/**
 * Rows that wait to be written, of each id the last one. Beyond its bounds it gives the oldest up and counts them.
 */
export class CallBuffer {
  readonly #bounds: CallBufferBounds;
  /** By id, in the order they came. */
  #calls = new Map<string, RequestLogEntry>();
  #promptUnits = 0;
  #dropped = 0;

  constructor(bounds: CallBufferBounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#calls.size;
  }

  add(calls: readonly RequestLogEntry[]): void {
    for (const call of calls) this.#put(call);
    this.#giveUp();
  }

  /** Takes rows back that could not be written; they are older than what has come since. */
  putBack(calls: readonly RequestLogEntry[]): void {
    const since = this.#calls;
    this.#calls = new Map();
    this.#promptUnits = 0;
    for (const call of calls) this.#put(call);
    for (const call of since.values()) this.#put(call);
    this.#giveUp();
  }

  /** The oldest rows, at most so many; they leave the buffer. */
  take(limit: number): readonly RequestLogEntry[] {
    const taken: RequestLogEntry[] = [];
    for (const call of this.#calls.values()) {
      if (taken.length >= limit) break;
      taken.push(call);
    }
    for (const call of taken) this.#remove(call);
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

  #put(call: RequestLogEntry): void {
    const earlier = this.#calls.get(call.id);
    this.#promptUnits += promptUnitsOf(call) - (earlier === undefined ? 0 : promptUnitsOf(earlier));
    this.#calls.set(call.id, call);
  }

  #remove(call: RequestLogEntry): void {
    this.#calls.delete(call.id);
    this.#promptUnits -= promptUnitsOf(call);
  }

  #giveUp(): void {
    const { calls, promptUnits } = this.#bounds;
    for (const call of this.#calls.values()) {
      if (this.#calls.size <= calls && this.#promptUnits <= promptUnits) return;
      this.#remove(call);
      this.#dropped += 1;
    }
  }
}

function promptUnitsOf({ prompt }: RequestLogEntry): number {
  return prompt?.length ?? 0;
}
