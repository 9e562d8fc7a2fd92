/** Counts in how many histories each situation came up that seldom does: what never comes up is not tested. */
export class RareSituations {
  readonly #seen = new Set<string>();

  note(situation: string): void {
    this.#seen.add(situation);
  }

  get seen(): ReadonlySet<string> {
    return this.#seen;
  }
}
