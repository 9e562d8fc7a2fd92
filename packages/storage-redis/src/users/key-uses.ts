/** Time for which uses are gathered, in ms: a key in steady use costs few writes, however many its calls. */
const GATHER_MS = 2000;

/** Instants at which keys were last used, gathered and written together; unwritten ones are lost with the process. */
export class KeyUses {
  readonly #write: (uses: readonly (string | number)[]) => Promise<unknown>;
  readonly #pending = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(write: (uses: readonly (string | number)[]) => Promise<unknown>) {
    this.#write = write;
  }

  /** Records a use; returns at once. */
  note(id: string, now: number): void {
    this.#pending.set(id, Math.max(now, this.#pending.get(id) ?? 0));
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS).unref();
  }

  /** Writes the gathered uses. Uses that cannot be written are dropped: nothing depends on them. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pending.size === 0) return;
    const uses = [...this.#pending].flat();
    this.#pending.clear();
    await this.#write(uses).catch(() => undefined);
  }
}
