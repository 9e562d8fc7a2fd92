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
