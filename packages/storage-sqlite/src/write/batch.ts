import type { Job } from '@filmgate/core';

/** The changes of one transaction: how memory goes back if it fails, and what is told when it is committed. */
export interface Batch {
  /** Notes how to take back a change just made in memory. Must not throw. */
  undo(step: () => void): void;
  /** The job is told to its subscribers after the commit. */
  changed(job: Job): void;
  /** Jobs may be claimable earlier than was said; told after the commit. */
  workFound(): void;
}

/** One act on the store, run with others in one transaction. */
export interface Command<Outcome> {
  /**
   * Decides and writes, without waiting. Whatever refuses it (a `StorageUnavailable`) is thrown before its first
   * write, so that the other commands of the transaction stand.
   */
  run(batch: Batch): Outcome;
}

/** Something kept in memory whose changed parts are written once per transaction, at its end. */
export interface Saved {
  /** Writes what changed since the last commit. */
  flush(): void;
  /** Whether there is anything to write. */
  isDirty(): boolean;
  /** The transaction is committed: nothing is left to write. */
  flushed(): void;
}
