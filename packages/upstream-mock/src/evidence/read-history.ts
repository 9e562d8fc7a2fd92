/** How often something was seen, and the first exchanges that show it. */
export interface SeenRead {
  readonly count: number;
  readonly entries: readonly number[];
}

/** Exchanges that are named as evidence of one thing. */
const mostEntries = 10;

/** What was seen, by what it was seen at. */
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
