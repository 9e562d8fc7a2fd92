import type { RequestLogEntry } from '../ports/request-logs.ts';

/** Bounds of a buffer: rows, and UTF-16 units of kept prompts. */
export interface RequestBufferBounds {
  readonly rows: number;
  readonly promptUnits: number;
}

/** Rows that wait to be written, the last one of each id. Beyond its bounds it drops the oldest and counts them. */
export class RequestBuffer {
  readonly #bounds: RequestBufferBounds;
  /** By id, in order of arrival. */
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

  /** Puts rows back that could not be written; they are older than those added since. */
  putBack(entries: readonly RequestLogEntry[]): void {
    const since = this.#entries;
    this.#entries = new Map();
    this.#promptUnits = 0;
    for (const entry of entries) this.#put(entry);
    for (const entry of since.values()) this.#put(entry);
    this.#giveUp();
  }

  /** Removes and returns the oldest rows, at most `limit`. */
  take(limit: number): readonly RequestLogEntry[] {
    const taken: RequestLogEntry[] = [];
    for (const entry of this.#entries.values()) {
      if (taken.length >= limit) break;
      taken.push(entry);
    }
    for (const entry of taken) this.#remove(entry);
    return taken;
  }

  /** Returns the number of rows dropped since the last call. */
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
