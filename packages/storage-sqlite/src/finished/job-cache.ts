import { estimatedJobBytes, type Job } from '@filmgate/core';
import { LRUCache } from 'lru-cache';

/** A finished job with its place in the order of acceptance. */
export interface PositionedJob {
  readonly position: number;
  readonly job: Job;
}

/** What the cached jobs take at most, as estimated by `estimatedJobBytes`. */
const mostBytes = 32 * 1024 * 1024;

/** Finished jobs that were read or written last, up to a bound of jobs and of bytes, so that polling them reads nothing from the database. */
export class JobCache {
  readonly #capacity: number;
  /** Made for the first job: it takes the room of all at once, which was a third of opening a store. */
  #jobs: LRUCache<number, PositionedJob> | undefined;
  readonly #positions = new Map<string, number>();

  /** @param capacity jobs kept at most */
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
    // One that is larger than the whole cache is not kept.
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
