import type { Job } from '@filmgate/core';

/** A piece of work that no caller waits for, small enough not to be noticed. */
export interface BackgroundStep {
  readonly command: Command<void>;
  /** How long deferrable work rests afterwards, in multiples of what the step took. */
  readonly rest: number;
  /** Called once the command is committed. */
  committed(): void;
}

/** Rests of steps that are alike for all work. */
export const rests = {
  /** Nothing is being written: half of the time is left to those who read. */
  idle: 1,
  /** In between the work of others: a quarter of the time is taken. */
  busy: 3,
  /** In between the work of others, without being missed: a sixteenth of the time is taken. */
  seldom: 15,
  /** The work must not fall behind any further, whatever it costs others. */
  pressing: 0,
} as const;

/** Work that can be put off. */
export interface BackgroundWork {
  /** The next step, or undefined when none is worth taking: with nothing else to do, or (`idle` false) although there is. */
  nextStep(idle: boolean): BackgroundStep | undefined;
}

/** The changes of one transaction: how to undo them in memory if it fails, and what to announce once it is committed. */
export interface Batch {
  /** Notes how to take back a change just made in memory. Must not throw. */
  undo(step: () => void): void;
  /** Announces the job to its subscribers after the commit. */
  changed(job: Job): void;
  /** Jobs may be claimable earlier than announced; announces that after the commit. */
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
