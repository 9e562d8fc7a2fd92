import { type Cause, type VerdictCode, verdictCodes } from './finding.ts';

/** Part of an entry that is counted. */
export interface Counted {
  readonly code: VerdictCode;
  readonly by: Cause;
  readonly credits_wasted?: number;
}

/** Entries of one code and cause: how many there are, and the first of them. */
export interface TallyGroup<Entry> {
  readonly code: VerdictCode;
  readonly by: Cause;
  readonly count: number;
  readonly credits: number;
  readonly first: readonly Entry[];
}

/** Counts entries, and keeps only those that are shown: there may be several for every job of a large space. */
export class VerdictTally<Entry extends Counted> {
  readonly #groups = new Map<string, TallyGroup<Entry>>();
  readonly #limit: number;

  /** @param limit - maximum entries of one code and cause that are kept */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Groups of entries, the most serious first. */
  get groups(): readonly TallyGroup<Entry>[] {
    const rank = ({ code }: TallyGroup<Entry>) => verdictCodes.indexOf(code);
    return [...this.#groups.values()].toSorted((one, other) => rank(one) - rank(other));
  }

  add(entries: Iterable<Entry>): void {
    for (const entry of entries) {
      const { code, by, credits_wasted: wasted = 0 } = entry;
      const name = `${code} ${by}`;
      const { count = 0, credits = 0, first = [] } = this.#groups.get(name) ?? {};
      const kept = count < this.#limit ? first.concat(entry) : first;
      const sums = { count: count + 1, credits: credits + wasted };
      this.#groups.set(name, { code, by, ...sums, first: kept });
    }
  }
}
