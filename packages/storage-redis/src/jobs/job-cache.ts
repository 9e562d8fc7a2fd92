import type { Job } from '@filmgate/core';
import { isNewer, placeOf } from './job-record.ts';

/** A job with the tag of the value it is; see `JobRecord`. */
export interface TaggedJob {
  readonly tag: string;
  readonly job: Job;
}

/**
 * The jobs read or written last, up to a bound, so that an unchanged job is one value in this process and its texts are
 * neither sent nor read again. Whether a value is still the newest only Redis can tell: it is asked with the tag.
 */
export class JobCache {
  readonly #capacity: number;
  /** Oldest use first. */
  readonly #byId = new Map<string, TaggedJob>();
  /** Goes on where it stopped: beginning anew, it would first pass over all the places that were let go. */
  #oldest = this.#byId.keys();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The value kept last under the id, however old. */
  find(id: string): TaggedJob | undefined {
    const found = this.#byId.get(id);
    if (found === undefined) return undefined;
    this.#byId.delete(id);
    this.#byId.set(id, found);
    return found;
  }

  /**
   * The one value of that id and tag: the one kept, or else what is made now, of another value of the same job where one is
   * kept. An older value never replaces a newer one.
   */
  intern(id: string, tag: string, make: (other: Job | undefined) => Job): Job {
    const kept = this.#byId.get(id);
    if (kept?.tag === tag) return kept.job;
    const job = make(
      kept !== undefined && placeOf(kept.tag) === placeOf(tag) ? kept.job : undefined,
    );
    if (kept !== undefined && isNewer(kept.tag, tag)) return job;
    this.#byId.delete(id);
    if (this.#byId.size >= this.#capacity) this.#dropOldest();
    this.#byId.set(id, { tag, job });
    return job;
  }

  forget(id: string): void {
    this.#byId.delete(id);
  }

  /** Forgets all: in another history of the store one tag may be another value. */
  clear(): void {
    this.#byId.clear();
    this.#oldest = this.#byId.keys();
  }

  #dropOldest(): void {
    let oldest = this.#oldest.next();
    if (oldest.done === true) {
      this.#oldest = this.#byId.keys();
      oldest = this.#oldest.next();
    }
    if (oldest.done !== true) this.#byId.delete(oldest.value);
  }
}
