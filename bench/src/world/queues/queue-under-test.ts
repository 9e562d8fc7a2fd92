/** A durable queue, as far as it is compared. */
export interface QueueUnderTest {
  /** Resolves when the job is as durable as the queue makes it. */
  enqueue(index: number): Promise<void>;
  /** Completes so many jobs with a handler that does nothing. */
  completeAll(jobs: number): Promise<void>;
  close(): Promise<void>;
}
