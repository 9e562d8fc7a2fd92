/** One promise of a port, as a check that can fail. `holds` rejects when the adapter breaks it. */
export interface Law<Context> {
  /** The promise as a sentence; unique within its group. */
  readonly name: string;
  readonly holds: (context: Context) => Promise<void>;
  /** Longest time it may take, in ms; absent = the runner's own. */
  readonly timeoutMs?: number;
}

/** The laws of one promise, one file each. */
export interface LawGroup<Context> {
  /** Port and promise: `job-store.accept`. */
  readonly name: string;
  readonly laws: readonly Law<Context>[];
}
