import { PositionList } from '../memory/position-list.ts';
import type { Batch } from '../write/batch.ts';

/** A finished job that is not in the lists yet. */
export interface UnlistedJob {
  readonly position: number;
  /** Number of the job's owner. */
  readonly owner: number;
  readonly partition: number;
  readonly finishedAt: number;
}

/** Finished jobs that are not in the lists yet, in the order they finished. */
export class UnlistedJobs {
  /** Positions of the jobs; may include some that are listed by now. */
  readonly positions = new PositionList();
  readonly #jobs = new Map<number, UnlistedJob>();

  get size(): number {
    return this.#jobs.size;
  }

  at(position: number): UnlistedJob | undefined {
    return this.#jobs.get(position);
  }

  /** Jobs that finished first. */
  oldest(count: number): readonly UnlistedJob[] {
    const oldest: UnlistedJob[] = [];
    for (const job of this.#jobs.values()) {
      if (oldest.length === count) break;
      oldest.push(job);
    }
    return oldest;
  }

  /** Jobs that finished before the instant. */
  finishedBefore(instant: number): readonly UnlistedJob[] {
    return [...this.#jobs.values()].filter(({ finishedAt }) => finishedAt < instant);
  }

  /** Jobs that finished at the instant or later. */
  finishedSince(instant: number): readonly UnlistedJob[] {
    return [...this.#jobs.values()].filter(({ finishedAt }) => finishedAt >= instant);
  }

  add(job: UnlistedJob, batch?: Batch): void {
    this.#enter(job);
    batch?.undo(() => this.#leave(job));
  }

  /** Does nothing when the job is absent. */
  remove(position: number, batch: Batch): void {
    const job = this.#jobs.get(position);
    if (job === undefined) return;
    this.#leave(job);
    batch.undo(() => this.#enter(job));
  }

  #enter(job: UnlistedJob): void {
    this.#jobs.set(job.position, job);
    this.positions.add(job.position);
  }

  #leave({ position }: UnlistedJob): void {
    this.#jobs.delete(position);
    this.positions.remove((one) => this.#jobs.has(one));
  }
}
