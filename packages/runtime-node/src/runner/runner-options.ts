import { setImmediate } from 'node:timers/promises';

/** Advances jobs in the background until it is drained. */
export interface Runner {
  /** Begins; returns at once. */
  start(): void;
  /**
   * Stops claiming, lets what is under way finish for `graceMs`, then gives it up (a submission given up becomes an
   * unknown outcome, never a second send). Resolves when nothing is under way, or a little later when what was given up
   * does not end: its leases run out by themselves. Safe to repeat.
   */
  drain(graceMs: number): Promise<void>;
  /** Claims and starts what is due once, for hosts with a loop of their own; returns how many claims were taken. */
  tick(): Promise<number>;
  /** Resolves when no claim is in hand. */
  settled(): Promise<void>;
}

/** How hard a runner works and how long it holds on. Durations in ms; every default is named here. */
export interface RunnerOptions {
  /** Unique per process start: names its leases. */
  readonly holder: string;
  /** Submissions begun at once; those that take longer than `slowAfterMs` wait for their upstream and do not count. */
  readonly startsAtOnce: number;
  /** Reads, copies and reconciliations at once; counted likewise. */
  readonly stepsAtOnce: number;
  /** From when on a claim in hand is waiting rather than working, and makes room for others. */
  readonly slowAfterMs: number;
  /** Claims of one lane in hand at most, however long they take: bounds memory and sockets. */
  readonly inFlightAtMost: number;
  /** How many of the steps one account may occupy, so that a hanging account cannot delay the others. */
  readonly stepsPerAccount: number;
  /** Copies of results that may wait here for a place, with their leases; others are asked back after `copyBackMs`. */
  readonly copiesWaiting: number;
  readonly copyBackMs: number;
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
  /** How long a drain waits for work it has given up, which should end at once. */
  readonly givenUpMs: number;
  /** Resolves in the next turn of the event loop: whatever ends in one turn is looked at together in the next. */
  readonly nextTurn: () => Promise<void>;
}

/** Defaults; a lease is renewed three times before it runs out. */
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
