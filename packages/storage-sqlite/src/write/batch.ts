import type { Job } from '@filmgate/core';

/** A small piece of work that no caller waits for. */
export interface BackgroundStep {
  readonly command: Command<void>;
  /** Rest of deferrable work afterwards, in multiples of the step's duration. */
  readonly rest: number;
  /** Called once the command is committed. */
  committed(): void;
}

/** Rests after steps, common to all works. */
export const rests = {
  /** Nothing is being written: half of the time is left to reads. */
  idle: 1,
  /** Between other writes: uses a quarter of the time. */
  busy: 3,
  /** Between other writes, for work that is not missed: uses a sixteenth of the time. */
  seldom: 15,
  /** The work must not fall further behind, whatever it costs others. */
  pressing: 0,
} as const;

/** Work that can be deferred. */
export interface BackgroundWork {
  /** The next step; undefined when none is worthwhile while the store is idle or, with `idle` false, busy. */
  nextStep(idle: boolean): BackgroundStep | undefined;
}

/** Changes of one transaction: how to undo them in memory if it fails, and what to announce after the commit. */
export interface Batch {
  /** Registers the undo of a change just made in memory. Must not throw. */
  undo(step: () => void): void;
  /** Announces the job to its subscribers after the commit. */
  changed(job: Job): void;
  /** Jobs may be claimable earlier than announced; announces that after the commit. */
  workFound(): void;
}

/** One act on the store, run with others in one transaction. */
export interface Command<Outcome> {
  /** Decides and writes at once. A refusal (`StorageUnavailable`) comes before any write: other commands stay valid. */
  run(batch: Batch): Outcome;
}

/** State in memory whose changed parts are written once per transaction, at its end. */
export interface Saved {
  /** Writes everything changed since the last commit. */
  flush(): void;
  /** True when there is something to write. */
  isDirty(): boolean;
  /** Called after the commit: nothing is left to write. */
  flushed(): void;
}
