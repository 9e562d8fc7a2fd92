/**
 * What one file may cost to check: far above what films of an hour have, and a fraction of a second. An entry is what a table lists
 * one of: a size, a time, a chunk, a run of chunks; a part is a box, a chunk of a PNG or a segment of a JPEG.
 */
export const fileBudget = { parts: 200_000, entries: 4_000_000, tableBytes: 64 * 1024 * 1024 };

/** A file costs more to check than any honest one. */
export interface UncheckedFile {
  readonly kind: 'unchecked';
  /** Of what it has too much, as the end of a sentence. */
  readonly reason: string;
}

/** Thrown by whatever reads a part of a file, and caught once, where the whole is inspected. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget';

  get verdict(): UncheckedFile {
    return { kind: 'unchecked', reason: this.message };
  }
}

/** What is left of the budget of one file. */
export class InspectionBudget {
  #parts = fileBudget.parts;
  #entries = fileBudget.entries;
  #tableBytes = fileBudget.tableBytes;

  /** @throws OverBudget */
  takePart(): void {
    this.#parts -= 1;
    if (this.#parts < 0) throw new OverBudget('it has more parts than any film or picture needs');
  }

  /** @throws OverBudget */
  takeEntries(count: number): void {
    this.#entries -= count;
    if (this.#entries < 0) throw new OverBudget('its tables list more than any film needs');
  }

  /** @throws OverBudget */
  takeTable(bytes: number): void {
    this.#tableBytes -= bytes;
    if (this.#tableBytes < 0) throw new OverBudget('its tables are larger than any film needs');
  }
}
