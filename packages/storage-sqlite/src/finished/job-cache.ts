import { estimatedJobBytes, type Job } from '@filmgate/core';
import { LRUCache } from 'lru-cache';

/** A finished job with its position in the order of acceptance. */
export interface PositionedJob {
  readonly position: number;
  readonly job: Job;
}

/** Maximum size of the cached jobs in bytes, as estimated by `estimatedJobBytes`. */
const mostBytes = 32 * 1024 * 1024;

/** Finished jobs read or written last, limited by count and bytes, so that polls read nothing from the database. */
export class JobCache {
  readonly #capacity: number;
  /** Created with the first job: the cache allocates all its memory at once, a third of the time to open a store. */
  #jobs: LRUCache<number, PositionedJob> | undefined;
  readonly #positions = new Map<string, number>();

  /** @param capacity maximum number of jobs */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  find(id: string): PositionedJob | undefined {
    const position = this.#positions.get(id);
    return position === undefined ? undefined : this.at(position);
  }

  at(position: number): PositionedJob | undefined {
    return this.#jobs?.get(position);
  }

  put(positioned: PositionedJob): void {
    if (this.#capacity === 0) return;
    const { position, job } = positioned;
    this.#jobs ??= this.#createJobs();
    this.#jobs.set(position, positioned);
    // A job larger than the whole cache is not kept.
    if (this.#jobs.has(position)) this.#positions.set(job.id, position);
  }

  remove({ position }: PositionedJob): void {
    this.#jobs?.delete(position);
  }

  #createJobs(): LRUCache<number, PositionedJob> {
    return new LRUCache({
      max: this.#capacity,
      maxSize: mostBytes,
      sizeCalculation: ({ job }) => estimatedJobBytes(job),
      dispose: ({ job }) => void this.#positions.delete(job.id),
    });
  }
}
