import { setImmediate } from 'node:timers/promises';

/** Advances jobs in the background until it is drained. */
export interface Runner {
  /** Starts; returns at once. */
  start(): void;
  /**
   * Stops claiming, waits up to `graceMs` for running work, then aborts it (an aborted submission becomes an unknown
   * outcome, never a second send). Resolves when nothing is running, or a little later when aborted work does not end:
   * its leases then expire. Safe to repeat.
   */
  drain(graceMs: number): Promise<void>;
  /** Claims and starts due jobs once, for hosts with their own loop; returns the number of claims taken. */
  tick(): Promise<number>;
  /** Resolves when no claim is held. */
  settled(): Promise<void>;
}

/** Limits and timing of a runner. Durations in ms; every default is named here. */
export interface RunnerOptions {
  /** Unique per process start: identifies its leases. */
  readonly holder: string;
  /** Maximum concurrent submissions; those slower than `slowAfterMs` wait for their provider and do not count. */
  readonly startsAtOnce: number;
  /** Maximum number of concurrent reads, copies and reconciliations; counted likewise. */
  readonly stepsAtOnce: number;
  /** Time after which a held claim counts as waiting rather than working, and makes room for others. */
  readonly slowAfterMs: number;
  /** Maximum number of held claims of one lane, of any duration: bounds memory and sockets. */
  readonly inFlightAtMost: number;
  /** Maximum number of steps of one account, so that a hanging account cannot delay the others. */
  readonly stepsPerAccount: number;
  /** Maximum number of copies that wait here for a slot, with their leases; others retry after `copyBackMs`. */
  readonly copiesWaiting: number;
  readonly copyBackMs: number;
  readonly leaseMs: number;
  readonly renewEveryMs: number;
  /** Maximum sleep without reading the store. */
  readonly idleMs: number;
  /** Sleep while due jobs wait for a slot. */
  readonly blockedMs: number;
  /** Pause after a failure of the store. */
  readonly storePauseMs: number;
  /** Interval between probes of an account. */
  readonly probeEveryMs: number;
  /** Maximum time a drain waits for aborted work, which should end at once. */
  readonly givenUpMs: number;
  /** Resolves in the next turn of the event loop, in which the claims that ended in one turn are handled together. */
  readonly nextTurn: () => Promise<void>;
}

/** Defaults; a lease is renewed three times before it expires. */
export const defaultRunnerOptions: Omit<RunnerOptions, 'holder'> = {
  startsAtOnce: 128,
  stepsAtOnce: 512,
  slowAfterMs: 2_000,
  inFlightAtMost: 4_096,
  stepsPerAccount: 128,
  copiesWaiting: 1_024,
  copyBackMs: 15_000,
  leaseMs: 30_000,
  renewEveryMs: 10_000,
  idleMs: 1_000,
  blockedMs: 100,
  storePauseMs: 500,
  probeEveryMs: 60_000,
  givenUpMs: 5_000,
  nextTurn: () => setImmediate(),
};
