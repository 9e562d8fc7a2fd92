/** From how much on the store does what it puts off. A simulation lowers them, so that it is done within few jobs. */
export interface StoreThresholds {
  /** Recent idempotency keys that are moved into the index when there is nothing else to do. */
  readonly keysIndexedFrom: number;
  /** Recent keys that are moved although there is. */
  readonly keysIndexedBy: number;
  /** Finished jobs that are entered into the lists when there is nothing else to do. */
  readonly jobsListedFrom: number;
  /** Finished jobs that are entered although there is; those in memory are searched one by one. */
  readonly jobsListedBy: number;
}

export const defaultThresholds: StoreThresholds = {
  keysIndexedFrom: 16_384,
  keysIndexedBy: 32_768,
  jobsListedFrom: 64,
  jobsListedBy: 16_384,
};
