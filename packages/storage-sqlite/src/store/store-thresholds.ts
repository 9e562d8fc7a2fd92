/** Thresholds from which on the store does deferred work; a simulation lowers them to see the work with few jobs. */
export interface StoreThresholds {
  /** Recent idempotency keys from which on they are moved into the index when the store is idle. */
  readonly keysIndexedFrom: number;
  /** Recent keys from which on they are moved even when the store is busy. */
  readonly keysIndexedBy: number;
  /** Finished jobs from which on they are entered into the lists when the store is idle. */
  readonly jobsListedFrom: number;
  /** Finished jobs from which on they are entered even when busy; those in memory are searched one by one. */
  readonly jobsListedBy: number;
}

export const defaultThresholds: StoreThresholds = {
  keysIndexedFrom: 16_384,
  keysIndexedBy: 32_768,
  jobsListedFrom: 64,
  jobsListedBy: 16_384,
};
