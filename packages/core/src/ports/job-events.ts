import type { Job } from '../job/job.ts';

/**
 * Announces changes of jobs as they are committed: a hint that a job changed, never the record. Delivery is at most
 * once; a subscriber reads the store after subscribing, so that it misses nothing in between. It reaches all nodes of a
 * shared store.
 */
export interface JobEvents {
  /**
   * Called after each committed change of the job, in commit order; the returned function ends it. Listeners must not
   * throw.
   */
  subscribe(jobId: string, listener: (job: Job) => void): () => void;
  /** Like `subscribe`, for every job. */
  subscribeAll(listener: (job: Job) => void): () => void;
  /** Called when jobs may have become claimable earlier than `nextDueAt` said. */
  onWork(listener: () => void): () => void;
}
