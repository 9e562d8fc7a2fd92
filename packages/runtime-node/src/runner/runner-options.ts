/** How hard a runner works and how long it holds on. Durations in ms; every default is named here. */
export interface RunnerOptions {
  /** Unique per process start: names its leases. */
  readonly holder: string;
  /** Submissions under way at once. */
  readonly startsAtOnce: number;
  /** Reads, copies and reconciliations under way at once. */
  readonly stepsAtOnce: number;
  /** Of those, how many one account may occupy, so that a hanging account cannot delay the others. */
  readonly stepsPerAccount: number;
  readonly leaseMs: number;
  readonly renewEveryMs: number;
  /** Longest sleep without looking at the store. */
  readonly idleMs: number;
  /** Sleep while due jobs wait for a slot. */
  readonly blockedMs: number;
  /** Pause after the store failed. */
  readonly storePauseMs: number;
  /** How often each account is probed. */
  readonly probeEveryMs: number;
}

/** Defaults; a lease is renewed three times before it runs out. */
export const defaultRunnerOptions: Omit<RunnerOptions, 'holder'> = {
  startsAtOnce: 128,
  stepsAtOnce: 512,
  stepsPerAccount: 128,
  leaseMs: 30_000,
  renewEveryMs: 10_000,
  idleMs: 1_000,
  blockedMs: 100,
  storePauseMs: 500,
  probeEveryMs: 60_000,
};
