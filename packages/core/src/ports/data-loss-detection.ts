import type { JobReader } from './job-reader.ts';
import type { JobStore } from './job-store.ts';

/** Facts about a loss of changes that the store had acknowledged, or about what makes a loss possible. */
export interface DataLoss {
  /**
   * `went-back`: changes are missing. `elsewhere`: none is known to be missing, but the store is not at its last known
   * location: it was moved, or is a copy of one that may have continued. `gone`: its file was removed while it is in
   * use; this ends when the file is back.
   */
  readonly kind: 'went-back' | 'elsewhere' | 'gone';
  /**
   * Instant it was noticed, by the store's clock, or at which the copy was made if the copy itself says so; ms since
   * 1970, 0 if unknown.
   */
  readonly noticedAt: number;
  /** Minimum number of missing changes: the last ones acknowledged may not have been counted. Absent = unknown. */
  readonly missingChanges?: number;
  /** Describes to an operator what was noticed, in one or two sentences. */
  readonly detail: string;
}

/**
 * Detects that the store lost changes it had acknowledged. Only stores that can lose them have it: a database may be
 * restored from an old copy, a server may fail over to a replica that was behind. During a loss the store accepts,
 * shows, claims and changes no jobs, and every such call throws `StorageUnavailable` with reason `data-loss`; it keeps
 * receipts of the provider, and administrators can log in and read. Only an operator ends it; see `acknowledgeLoss` and
 * `confirmMove`. While the store's file is gone it accepts no change at all, receipts included.
 */
export interface DataLossDetection {
  /** Null unless a loss is known. All nodes know within seconds. */
  lost(): DataLoss | null;
  /** Calls the listener, which must not throw, at a loss and its acknowledgement; the returned function ends that. */
  onChange(listener: (lost: DataLoss | null) => void): () => void;
  /** Access to the jobs during a loss, to make them unknown where needed before the store resumes. */
  readonly jobs: Pick<JobStore, 'commit'>;
  readonly reader: Pick<JobReader, 'list'>;
  /**
   * Accepts the store's present content, on every node. Precondition: every job that may have been sent became unknown,
   * or an operator says that the store was only moved. Safe to repeat. It ends every claim given before, in the lost
   * past as in the kept one, and no later claim has the epoch of any of them: decisions under an ended claim are
   * `stale`, even though versions are given out again. Such a job can be claimed after its lease would have ended.
   */
  resume(): Promise<'resumed' | 'nothing-lost'>;
}
