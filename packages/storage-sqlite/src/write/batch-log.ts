import type { Job } from '@filmgate/core';
import type { Batch } from './batch.ts';

/** A batch as the write queue sees it. */
export class BatchLog implements Batch {
  readonly #undoSteps: (() => void)[] = [];
  readonly #changedJobs: Job[] = [];
  #workFound = false;

  undo(step: () => void): void {
    this.#undoSteps.push(step);
  }

  changed(job: Job): void {
    this.#changedJobs.push(job);
  }

  workFound(): void {
    this.#workFound = true;
  }

  /** Takes back every change in memory, newest first. */
  revert(): void {
    for (let step = this.#undoSteps.pop(); step !== undefined; step = this.#undoSteps.pop()) step();
  }

  /** Tells what was committed, in the order it happened. */
  announce(events: { announce(job: Job): void; announceWork(): void }): void {
    for (const job of this.#changedJobs) events.announce(job);
    if (this.#workFound) events.announceWork();
  }
}
