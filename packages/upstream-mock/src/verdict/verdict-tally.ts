import { type Finding, findingCodes, type Unknown } from './finding.ts';

/** The most serious findings, up to a limit. */
export interface Tallied {
  readonly findings: readonly Finding[];
  readonly unknown: readonly Unknown[];
  /** Numbers of further ones; absent if there are none. */
  readonly more?: { readonly findings: number; readonly unknown: number };
}

/** Counts findings, and keeps only those that are shown: there may be several for every job of a large space. */
export class VerdictTally {
  /** By code, most serious first. */
  readonly #findings = new Map(findingCodes.map((code) => [code, [] as Finding[]]));
  readonly #unknown: Unknown[] = [];
  readonly #limit: number;
  #found = 0;
  #open = 0;
  #wasted = 0;

  /** @param limit - maximum findings, and maximum unknown results, that are shown */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Number of findings, shown or not. */
  get found(): number {
    return this.#found;
  }

  /** Credits of all findings. */
  get wasted(): number {
    return this.#wasted;
  }

  add(findings: Iterable<Finding>): void {
    for (const one of findings) {
      this.#found += 1;
      this.#wasted += one.credits_wasted;
      const kept = this.#findings.get(one.code);
      if (kept !== undefined && kept.length < this.#limit) kept.push(one);
    }
  }

  addUnknown(unknown: Iterable<Unknown>): void {
    for (const one of unknown) {
      this.#open += 1;
      if (this.#unknown.length < this.#limit) this.#unknown.push(one);
    }
  }

  shown(): Tallied {
    const findings = [...this.#findings.values()].flat().slice(0, this.#limit);
    const unknown = [...this.#unknown];
    const more = { findings: this.#found - findings.length, unknown: this.#open - unknown.length };
    return { findings, unknown, ...(more.findings + more.unknown > 0 && { more }) };
  }
}
