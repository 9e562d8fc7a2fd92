import type { Claim, JobState } from '@filmgate/core';

/** Purpose of a claim: starting a waiting job, continuing one, or copying its result, which has its own limits. */
export type Lane = 'start' | 'continue' | 'copy';

interface InFlight {
  readonly claim: Claim;
  readonly lane: Lane;
  readonly takenAtMs: number;
  readonly abandon: AbortController;
}

/** States in which a claimed job may be sending by now. */
const mayBeSending: ReadonlySet<JobState> = new Set<JobState>([
  'queued',
  'awaiting_configuration',
  'prepared',
  // Again, with a key that its provider remembers.
  'outcome_unknown',
]);

/** Claims that one runner is working on: counts for its limits, signals to abort one, and a wait for all. */
export class InFlightClaims {
  readonly #newestOfJob = new Map<string, InFlight>();
  readonly #all = new Map<InFlight, Promise<void>>();
  readonly #counts: Record<Lane, number> = { start: 0, continue: 0, copy: 0 };

  /** Counts claims of a lane taken at `since` or later, on the monotonic clock; without `since` all of them. */
  count(lane: Lane, since = Number.NEGATIVE_INFINITY): number {
    let older = 0;
    // Claims are in the order in which they were taken, so only older ones are read, for each claim that ends.
    for (const inFlight of this.#all.keys()) {
      if (inFlight.takenAtMs >= since) break;
      if (inFlight.lane === lane) older += 1;
    }
    return this.#counts[lane] - older;
  }

  /**
   * Holds a claim until `work` ends; `work` must never reject. An earlier held claim of the same job is lost, or the
   * job could not have been claimed again: its work is aborted, and the new one begins when it has ended. Beside a
   * running submission the new work would find only a dispatch record, and record the outcome as unknown.
   */
  hold(
    taken: { readonly claim: Claim; readonly lane: Lane; readonly takenAtMs: number },
    work: (signal: AbortSignal) => Promise<void>,
  ): void {
    const { id } = taken.claim.job;
    const earlier = this.#newestOfJob.get(id);
    if (earlier !== undefined) this.abandonLost(earlier.claim);
    const inFlight: InFlight = { ...taken, abandon: new AbortController() };
    this.#newestOfJob.set(id, inFlight);
    const { signal } = inFlight.abandon;
    const former = earlier === undefined ? undefined : this.#all.get(earlier);
    const begun =
      former === undefined
        ? work(signal)
        : former.then(() => (signal.aborted ? undefined : work(signal)));
    const ended = begun.finally(() => {
      this.#all.delete(inFlight);
      this.#counts[inFlight.lane] -= 1;
      if (this.#newestOfJob.get(id) === inFlight) this.#newestOfJob.delete(id);
    });
    this.#all.set(inFlight, ended);
    this.#counts[inFlight.lane] += 1;
  }

  /** Returns claims whose leases should be renewed. */
  claims(): readonly Claim[] {
    return [...this.#newestOfJob.values()].map(({ claim }) => claim);
  }

  /**
   * Handles a lost lease: running reads and copies are aborted as useless. A submission is left to end: its decisions
   * no longer count, but its receipt is a fact, and the only way to a paid video.
   */
  abandonLost(claim: Claim): void {
    if (mayBeSending.has(claim.job.state)) return;
    for (const inFlight of this.#all.keys()) if (inFlight.claim === claim) inFlight.abandon.abort();
  }

  /** Aborts everything, submissions included. */
  abandonAll(): void {
    for (const { abandon } of this.#all.keys()) abandon.abort();
  }

  async allEnded(): Promise<void> {
    await Promise.all(this.#all.values());
  }
}
