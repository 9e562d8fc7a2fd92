import type { Batch, Saved } from './batch.ts';

/** Writes and removes the entries of a `WriteBehindMap`. */
export interface EntryWriter<Key, Value> {
  save(key: Key, value: Value): void;
  remove(key: Key): void;
}

/** A table held in memory and read there. Changed entries are written once, at the end of their transaction. */
export class WriteBehindMap<Key, Value> implements Saved {
  readonly #entries: Map<Key, Value>;
  readonly #writer: EntryWriter<Key, Value>;
  readonly #dirty = new Set<Key>();

  constructor(entries: Iterable<readonly [Key, Value]>, writer: EntryWriter<Key, Value>) {
    this.#entries = new Map(entries);
    this.#writer = writer;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  /** Values in the order they were added. */
  values(): IterableIterator<Value> {
    return this.#entries.values();
  }

  /** Entries in the order they were added. */
  entries(): IterableIterator<[Key, Value]> {
    return this.#entries.entries();
  }

  set(batch: Batch, key: Key, value: Value): void {
    const former = this.#entries.get(key);
    batch.undo(() => {
      if (former === undefined) this.#entries.delete(key);
      else this.#entries.set(key, former);
    });
    this.setLazily(key, value);
  }

  delete(batch: Batch, key: Key): void {
    const former = this.#entries.get(key);
    if (former === undefined) return;
    batch.undo(() => void this.#entries.set(key, former));
    this.#entries.delete(key);
    this.#dirty.add(key);
  }

  /** Applies at once and is written with the next transaction; lost when the process is killed before. */
  setLazily(key: Key, value: Value): void {
    this.#entries.set(key, value);
    this.#dirty.add(key);
  }

  isDirty(): boolean {
    return this.#dirty.size > 0;
  }

  flush(): void {
    for (const key of this.#dirty) {
      const value = this.#entries.get(key);
      if (value === undefined) this.#writer.remove(key);
      else this.#writer.save(key, value);
    }
  }

  flushed(): void {
    this.#dirty.clear();
  }
}
