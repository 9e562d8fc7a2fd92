import type { JobReader } from './job-reader.ts';
import type { JobStore } from './job-store.ts';

/** That a store lost changes it had answered, and what is known about it. */
export interface DataLoss {
  /** When it was noticed, by the clock of the store, or of when a copy that says so itself is; ms since 1970, 0 where that is not known. */
  readonly noticedAt: number;
  /** How many changes are missing at the least: what was answered last may not have been counted. Absent = not known. */
  readonly missingChanges?: number;
  /** What was noticed, for an operator: one or two sentences. */
  readonly detail: string;
}

/**
 * Whether the store still knows everything it answered. Only stores that can forget have one: a database that was restored
 * from an old copy, or a server that failed over to a replica that was behind. While something is lost, jobs are neither accepted,
 * shown, claimed nor changed, and every such call says so (`StorageUnavailable` with reason `data-loss`); receipts of the
 * upstream are kept, and administrators can log in and look around. It ends by an operator's word alone; see `acknowledgeLoss`.
 */
export interface DataLossDetection {
  /** Null while nothing is known to be lost. Known to all nodes within seconds. */
  lost(): DataLoss | null;
  /** Called when something was lost, and when that was acknowledged; the returned function ends it. Listeners must not throw. */
  onChange(listener: (lost: DataLoss | null) => void): () => void;
  /** The jobs, although something is lost: for what has to become unknown before work resumes. */
  readonly jobs: Pick<JobStore, 'commit'>;
  readonly reader: Pick<JobReader, 'list'>;
  /**
   * Takes the store for what it is now, on every node. Only after every job that may have been sent became unknown. Safe to repeat.
   * Every claim given before ends with it, of the lost past as of the kept one, and no later claim has the epoch of any of them: what is
   * decided under it is `stale`, although versions are given out again. Such a job can be claimed when its lease would have ended.
   */
  resume(): Promise<'resumed' | 'nothing-lost'>;
}
