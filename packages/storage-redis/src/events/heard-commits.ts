import { isNewer } from '../jobs/job-record.ts';

/** Number of jobs whose last announcement is remembered. */
const remembered = 10_000;

/** Maximum wait of a committed change for its own announcement, in ms; after that the change resolves without it. */
const patienceMs = 100;

interface Waiter {
  readonly tag: string;
  readonly resolve: () => void;
}

/**
 * Last announced value of each job on this node, so that no listener receives an older one or one twice, and so that a
 * change resolves only after this node's own listeners received it, as in a store of one process.
 */
export class HeardCommits {
  readonly #tags = new Map<string, string>();
  readonly #waiters = new Map<string, Set<Waiter>>();
  #oldest = this.#tags.keys();
  #isListening = false;

  /** Records a value to be announced; false when that or a newer one was announced before. */
  advance(id: string, tag: string): boolean {
    const heard = this.#tags.get(id);
    if (heard !== undefined && !isNewer(tag, heard)) return false;
    this.#tags.delete(id);
    if (this.#tags.size >= remembered) this.#dropOldest();
    this.#tags.set(id, tag);
    return true;
  }

  /** Forgets everything: in another history of the store an older value may follow a newer one. */
  clear(): void {
    this.#tags.clear();
    this.#oldest = this.#tags.keys();
  }

  /** To be called when all listeners have received that value. */
  announceReported(id: string, tag: string): void {
    const waiters = this.#waiters.get(id);
    if (waiters === undefined) return;
    for (const waiter of waiters) if (!isNewer(waiter.tag, tag)) waiter.resolve();
  }

  /** Resolves when all listeners of this node received that value, or soon after if that cannot be known. */
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

  /** Sets whether announcements arrive at all: if not, nothing waits for them. */
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
