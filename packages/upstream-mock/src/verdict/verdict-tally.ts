import type { Cause, FoundFinding, Undecided, VerdictCode } from './finding.ts';

/** Entries of one code and cause: how many there are, and the first of them. */
export interface TallyGroup<Entry> {
  readonly code: VerdictCode;
  readonly by: Cause;
  readonly count: number;
  readonly credits: number;
  readonly first: readonly Entry[];
}

/** Everything that was found, and everything that is undecided. */
export interface Tallied {
  readonly findings: readonly TallyGroup<FoundFinding>[];
  readonly undecided: readonly TallyGroup<Undecided>[];
}

/** Counts entries, and keeps only those that are shown: there may be several for every job of a large space. */
export class VerdictTally implements Tallied {
  readonly #findings = new Map<string, Group<FoundFinding>>();
  readonly #undecided = new Map<string, Group<Undecided>>();
  readonly #limit: number;

  /** @param limit - maximum entries of one code and cause that are kept */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get findings(): Tallied['findings'] {
    return [...this.#findings.values()];
  }

  get undecided(): Tallied['undecided'] {
    return [...this.#undecided.values()];
  }

  add(findings: Iterable<FoundFinding>): void {
    for (const one of findings)
      groupIn(this.#findings, one).add(one, one.credits_wasted, this.#limit);
  }

  addUndecided(undecided: Iterable<Undecided>): void {
    for (const one of undecided) groupIn(this.#undecided, one).add(one, 0, this.#limit);
  }
}

class Group<Entry> implements TallyGroup<Entry> {
  readonly code: VerdictCode;
  readonly by: Cause;
  readonly first: Entry[] = [];
  count = 0;
  credits = 0;

  constructor({ code, by }: Pick<Undecided, 'code' | 'by'>) {
    this.code = code;
    this.by = by;
  }

  add(entry: Entry, credits: number, limit: number): void {
    this.count += 1;
    this.credits += credits;
    if (this.first.length < limit) this.first.push(entry);
  }
}

function groupIn<Entry extends Pick<Undecided, 'code' | 'by'>>(
  groups: Map<string, Group<Entry>>,
  entry: Entry,
): Group<Entry> {
  const name = `${entry.code} ${entry.by}`;
  const known = groups.get(name) ?? new Group<Entry>(entry);
  groups.set(name, known);
  return known;
}
