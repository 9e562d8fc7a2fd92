import type { Job } from '../job/job.ts';

/**
 * Announces committed changes of jobs on all nodes of a shared store: a hint, never the record, delivered at most once.
 * A subscriber reads the store after subscribing, so that it misses nothing in between.
 */
export interface JobEvents {
  /** Calls the listener, which must not throw, after each commit of the job in order; the returned function ends it. */
  subscribe(jobId: string, listener: (job: Job) => void): () => void;
  /** Like `subscribe`, for every job. */
  subscribeAll(listener: (job: Job) => void): () => void;
  /** Called when jobs may have become claimable earlier than `nextDueAt` said. */
  onWork(listener: () => void): () => void;
}
