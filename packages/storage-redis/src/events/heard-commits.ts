import { isNewer } from '../jobs/job-record.ts';

/** Jobs of which it is remembered what was heard last. */
const remembered = 10_000;

/** How long a change waits for its own announcement at most, in ms: it is committed whether or not a listener heard of it. */
const patienceMs = 100;

interface Waiter {
  readonly tag: string;
  readonly resolve: () => void;
}

/**
 * Which value of each job this node heard of last, so that no listener hears of an older one or of one twice, and so
 * that a change resolves only after this node's own listeners heard of it, as in a store of one process.
 */
export class HeardCommits {
  readonly #tags = new Map<string, string>();
  readonly #waiters = new Map<string, Set<Waiter>>();
  #oldest = this.#tags.keys();
  #isListening = false;

  /** Notes a value about to be told; false when that or a newer one was before. */
  advance(id: string, tag: string): boolean {
    const heard = this.#tags.get(id);
    if (heard !== undefined && !isNewer(tag, heard)) return false;
    this.#tags.delete(id);
    if (this.#tags.size >= remembered) this.#dropOldest();
    this.#tags.set(id, tag);
    return true;
  }

  /** Forgets all: in another history of the store an older value may come after a newer one. */
  clear(): void {
    this.#tags.clear();
    this.#oldest = this.#tags.keys();
  }

  /** To be called when all listeners were told of that value. */
  announceReported(id: string, tag: string): void {
    const waiters = this.#waiters.get(id);
    if (waiters === undefined) return;
    for (const waiter of waiters) if (!isNewer(waiter.tag, tag)) waiter.resolve();
  }

  /** Resolves when all listeners of this node heard of that value, or soon after if that cannot be known. */
  async reported(id: string, tag: string): Promise<void> {
    const heard = this.#tags.get(id);
    if (!this.#isListening || (heard !== undefined && !isNewer(tag, heard))) return;
    const waiters = this.#waiters.get(id) ?? new Set();
    this.#waiters.set(id, waiters);
    await new Promise<void>((resolve) => {
      const waiter: Waiter = {
        tag,
        resolve: () => {
          clearTimeout(timer);
          waiters.delete(waiter);
          if (waiters.size === 0 && this.#waiters.get(id) === waiters) this.#waiters.delete(id);
          resolve();
        },
      };
      const timer = setTimeout(waiter.resolve, patienceMs);
      waiters.add(waiter);
    });
  }

  /** Whether announcements come in at all: where not, nothing waits for them. */
  listening(isListening: boolean): void {
    this.#isListening = isListening;
    if (isListening) return;
    for (const waiters of this.#waiters.values()) for (const { resolve } of waiters) resolve();
  }

  #dropOldest(): void {
    let oldest = this.#oldest.next();
    if (oldest.done === true) {
      this.#oldest = this.#tags.keys();
      oldest = this.#oldest.next();
    }
    if (oldest.done !== true) this.#tags.delete(oldest.value);
  }
}
