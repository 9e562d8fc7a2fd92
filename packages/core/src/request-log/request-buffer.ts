import type { RequestLogEntry } from '../ports/request-logs.ts';

/** What a buffer holds at most: rows, and UTF-16 units of kept prompts. */
export interface RequestBufferBounds {
  readonly rows: number;
  readonly promptUnits: number;
}

/**
 * Rows that wait to be written, of each id the last one. Beyond its bounds it gives the oldest up and counts them.
 */
export class RequestBuffer {
  readonly #bounds: RequestBufferBounds;
  /** By id, in the order they came. */
  #entries = new Map<string, RequestLogEntry>();
  #promptUnits = 0;
  #dropped = 0;

  constructor(bounds: RequestBufferBounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#entries.size;
  }

  add(entries: readonly RequestLogEntry[]): void {
    for (const entry of entries) this.#put(entry);
    this.#giveUp();
  }

  /** Takes rows back that could not be written; they are older than what has come since. */
  putBack(entries: readonly RequestLogEntry[]): void {
    const since = this.#entries;
    this.#entries = new Map();
    this.#promptUnits = 0;
    for (const entry of entries) this.#put(entry);
    for (const entry of since.values()) this.#put(entry);
    this.#giveUp();
  }

  /** The oldest rows, at most so many; they leave the buffer. */
  take(limit: number): readonly RequestLogEntry[] {
    const taken: RequestLogEntry[] = [];
    for (const entry of this.#entries.values()) {
      if (taken.length >= limit) break;
      taken.push(entry);
    }
    for (const entry of taken) this.#remove(entry);
    return taken;
  }

  /** How many were given up since this was asked last. */
  takeDropped(): number {
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }

  countDropped(rows: number): void {
    this.#dropped += rows;
  }

  #put(entry: RequestLogEntry): void {
    const earlier = this.#entries.get(entry.id);
    this.#promptUnits +=
      promptUnitsOf(entry) - (earlier === undefined ? 0 : promptUnitsOf(earlier));
    this.#entries.set(entry.id, entry);
  }

  #remove(entry: RequestLogEntry): void {
    this.#entries.delete(entry.id);
    this.#promptUnits -= promptUnitsOf(entry);
  }

  #giveUp(): void {
    const { rows, promptUnits } = this.#bounds;
    for (const entry of this.#entries.values()) {
      if (this.#entries.size <= rows && this.#promptUnits <= promptUnits) return;
      this.#remove(entry);
      this.#dropped += 1;
    }
  }
}

function promptUnitsOf({ prompt }: RequestLogEntry): number {
  return prompt?.length ?? 0;
}
