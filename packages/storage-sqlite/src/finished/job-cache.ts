import type { Job } from '@filmgate/core';

/** A finished job with its place in the order of acceptance. */
export interface PlacedJob {
  readonly position: number;
  readonly job: Job;
}

/** Finished jobs that were read or written last, up to a bound, so that polling them asks nobody. */
export class JobCache {
  readonly #capacity: number;
  /** Oldest use first. */
  readonly #byPosition = new Map<number, PlacedJob>();
  readonly #byId = new Map<string, PlacedJob>();
  /** Goes on where it stopped: beginning anew, it would first pass over all the places that were let go. */
  #oldest = this.#byPosition.values();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  find(id: string): PlacedJob | undefined {
    return this.#used(this.#byId.get(id));
  }

  at(position: number): PlacedJob | undefined {
    return this.#used(this.#byPosition.get(position));
  }

  put(placed: PlacedJob): void {
    if (this.#byPosition.size >= this.#capacity) this.#dropOldest();
    this.#byPosition.set(placed.position, placed);
    this.#byId.set(placed.job.id, placed);
  }

  remove({ position, job }: PlacedJob): void {
    this.#byPosition.delete(position);
    this.#byId.delete(job.id);
  }

  #used(placed: PlacedJob | undefined): PlacedJob | undefined {
    if (placed === undefined) return undefined;
    this.#byPosition.delete(placed.position);
    this.#byPosition.set(placed.position, placed);
    return placed;
  }

  #dropOldest(): void {
    let oldest = this.#oldest.next();
    if (oldest.done === true) {
      this.#oldest = this.#byPosition.values();
      oldest = this.#oldest.next();
    }
    if (oldest.done !== true) this.remove(oldest.value);
  }
}
