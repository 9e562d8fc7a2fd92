/** Minimum difference to the stored instant that is worth writing, in ms; a crash loses no more. */
const writeAfterMs = 60_000;

interface Noted {
  at: number;
  stored: number | null;
}

/** Instants of last use: exact in memory, written now and then, so that reading does not become writing. */
export class LazyInstants {
  readonly #byKey = new Map<string, Noted>();

  constructor(stored: Iterable<readonly [string, number | null]>) {
    for (const [key, at] of stored) if (at !== null) this.#byKey.set(key, { at, stored: at });
  }

  get(key: string): number | null {
    return this.#byKey.get(key)?.at ?? null;
  }

  /** Records a use; never goes back. True when the instant should be written. */
  note(key: string, at: number): boolean {
    const noted = this.#byKey.get(key);
    if (noted === undefined) {
      this.#byKey.set(key, { at, stored: null });
      return true;
    }
    noted.at = Math.max(noted.at, at);
    return noted.stored === null || noted.at - noted.stored >= writeAfterMs;
  }

  /** The instant to write now. */
  toStore(key: string): number | null {
    const noted = this.#byKey.get(key);
    if (noted === undefined) return null;
    noted.stored = noted.at;
    return noted.at;
  }

  /** Keys whose instants are newer than the stored ones. */
  *unwritten(): Iterable<string> {
    for (const [key, { at, stored }] of this.#byKey) if (at !== stored) yield key;
  }

  forget(key: string): void {
    this.#byKey.delete(key);
  }
}
