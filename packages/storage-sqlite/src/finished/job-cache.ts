import { estimatedJobBytes, type Job } from '@filmgate/core';
import { LRUCache } from 'lru-cache';

/** A finished job with its place in the order of acceptance. */
export interface PlacedJob {
  readonly position: number;
  readonly job: Job;
}

/** What the cached jobs take at most, as estimated by `estimatedJobBytes`. */
const mostBytes = 32 * 1024 * 1024;

/** Finished jobs that were read or written last, up to a bound of jobs and of bytes, so that polling them reads nothing from the database. */
export class JobCache {
  readonly #capacity: number;
  /** Made for the first job: it takes the room of all at once, which was a third of opening a store. */
  #jobs: LRUCache<number, PlacedJob> | undefined;
  readonly #positions = new Map<string, number>();

  /** @param capacity jobs kept at most */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  find(id: string): PlacedJob | undefined {
    const position = this.#positions.get(id);
    return position === undefined ? undefined : this.at(position);
  }

  at(position: number): PlacedJob | undefined {
    return this.#jobs?.get(position);
  }

  put(placed: PlacedJob): void {
    if (this.#capacity === 0) return;
    const { position, job } = placed;
    this.#jobs ??= this.#createJobs();
    this.#jobs.set(position, placed);
    // One that is larger than the whole cache is not kept.
    if (this.#jobs.has(position)) this.#positions.set(job.id, position);
  }

  remove({ position }: PlacedJob): void {
    this.#jobs?.delete(position);
  }

  #createJobs(): LRUCache<number, PlacedJob> {
    return new LRUCache({
      max: this.#capacity,
      maxSize: mostBytes,
      sizeCalculation: ({ job }) => estimatedJobBytes(job),
      dispose: ({ job }) => void this.#positions.delete(job.id),
    });
  }
}
