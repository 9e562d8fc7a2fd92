/** Number of occurrences, and the first exchanges that show them. */
export interface SeenRead {
  readonly count: number;
  readonly entries: readonly number[];
}

/** Maximum exchanges given as evidence. */
const mostEntries = 10;

/** Occurrences by subject. */
export class ReadHistory {
  readonly #seen = new Map<string, SeenRead>();

  note(subject: string, entry: number): void {
    const { count, entries } = this.#seen.get(subject) ?? { count: 0, entries: [] };
    const kept = entries.length < mostEntries ? entries.concat(entry) : entries;
    this.#seen.set(subject, { count: count + 1, entries: kept });
  }

  has(subject: string): boolean {
    return this.#seen.has(subject);
  }

  all(): Iterable<readonly [subject: string, seen: SeenRead]> {
    return this.#seen;
  }

  clear(): void {
    this.#seen.clear();
  }
}
