/** How long uses are gathered, in ms: a key in steady use costs one write in a while, whatever its calls. */
const GATHER_MS = 2000;

/** When keys were used last, gathered and written together; what is not written yet is lost with the process. */
export class KeyUses {
  readonly #write: (uses: readonly (string | number)[]) => Promise<unknown>;
  readonly #pending = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(write: (uses: readonly (string | number)[]) => Promise<unknown>) {
    this.#write = write;
  }

  /** Notes a use; returns at once. */
  note(id: string, now: number): void {
    this.#pending.set(id, Math.max(now, this.#pending.get(id) ?? 0));
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS).unref();
  }

  /** Writes what was gathered. What cannot be written is given up: nothing rests on it. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pending.size === 0) return;
    const uses = [...this.#pending].flat();
    this.#pending.clear();
    await this.#write(uses).catch(() => undefined);
  }
}
