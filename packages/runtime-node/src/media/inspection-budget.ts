/**
 * Maximum cost of checking one file: far above that of one-hour videos, and a fraction of a second. An entry is one
 * element of a table: a size, a time, a chunk, a run of chunks; a part is a box, a chunk of a PNG or a segment of a
 * JPEG.
 */
export const fileBudget = { parts: 200_000, entries: 4_000_000, tableBytes: 64 * 1024 * 1024 };

/** Result for a file that costs more to check than any honest one. */
export interface UncheckedFile {
  readonly kind: 'unchecked';
  /** Excess that was found, as the end of a sentence. */
  readonly reason: string;
}

/** Thrown by readers of a part of a file, and caught once, where the whole file is inspected. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget';

  get verdict(): UncheckedFile {
    return { kind: 'unchecked', reason: this.message };
  }
}

/** Remaining budget of one file. */
export class InspectionBudget {
  #parts = fileBudget.parts;
  #entries = fileBudget.entries;
  #tableBytes = fileBudget.tableBytes;

  /** @throws OverBudget */
  takePart(): void {
    this.#parts -= 1;
    if (this.#parts < 0) throw new OverBudget('the file has too many parts');
  }

  /** @throws OverBudget */
  takeEntries(count: number): void {
    this.#entries -= count;
    if (this.#entries < 0) throw new OverBudget('the tables of the file have too many entries');
  }

  /** @throws OverBudget */
  takeTable(bytes: number): void {
    this.#tableBytes -= bytes;
    if (this.#tableBytes < 0) throw new OverBudget('the tables of the file are too large');
  }
}
