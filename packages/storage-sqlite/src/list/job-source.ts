import type { PlacedJob } from '../finished/job-cache.ts';

/** What a look at a source gave: its matches from where it began to how far it came. */
export interface Look {
  /** In the order of the list. */
  readonly found: readonly PlacedJob[];
  /** Last position looked at; null when there is nothing behind. */
  readonly reached: number | null;
}

/**
 * One of the places jobs are found. At any moment a job is in exactly one of them, so that looks at all of them
 * within one turn of the event loop miss none.
 */
export interface JobSource {
  /** Looks on from a position, not including it, at no more than takes a few ms. */
  look(from: number): Look;
}
