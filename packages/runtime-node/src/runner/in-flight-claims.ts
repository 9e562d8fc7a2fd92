import type { Claim, JobState } from '@filmgate/core';

/** What a claim is for: starting a waiting job, going on with one, or copying its result, which has bounds of its own. */
export type Lane = 'start' | 'continue' | 'copy';

interface InFlight {
  readonly claim: Claim;
  readonly lane: Lane;
  readonly takenAtMs: number;
  readonly abandon: AbortController;
}

/** Work on a job claimed in one of these may be sending by now. */
const mayBeSending: ReadonlySet<JobState> = new Set<JobState>([
  'queued',
  'awaiting_configuration',
  'prepared',
]);

/** The claims one runner works on now: counts for its limits, signals to give one up, a way to wait for all. */
export class InFlightClaims {
  readonly #newestOfJob = new Map<string, InFlight>();
  readonly #all = new Map<InFlight, Promise<void>>();
  readonly #counts: Record<Lane, number> = { start: 0, continue: 0, copy: 0 };

  /** Claims of a lane taken at `since` or later, on the monotonic clock; without it all of them. */
  count(lane: Lane, since = Number.NEGATIVE_INFINITY): number {
    let older = 0;
    // They stand in the order they were taken in, so only those that are older are looked at, for each claim that ends.
    for (const inFlight of this.#all.keys()) {
      if (inFlight.takenAtMs >= since) break;
      if (inFlight.lane === lane) older += 1;
    }
    return this.#counts[lane] - older;
  }

  /**
   * Takes a claim in hand until `work` ends; `work` must never reject. An earlier claim of the same job still in hand
   * is lost, or the job could not have been claimed again: its work is given up, and the new one begins when it has ended. Beside a
   * submission under way it would find nothing but a dispatch record, and call the outcome lost.
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

  /** Claims whose leases are worth renewing. */
  claims(): readonly Claim[] {
    return [...this.#newestOfJob.values()].map(({ claim }) => claim);
  }

  /**
   * The lease of a claim is gone: reads and copies under way are wasted. A submission is left to end by itself: nothing
   * it decides counts any more, but the receipt it may bring is a fact, and the only way to a paid video.
   */
  abandonLost(claim: Claim): void {
    if (mayBeSending.has(claim.job.state)) return;
    for (const inFlight of this.#all.keys()) if (inFlight.claim === claim) inFlight.abandon.abort();
  }

  /** Gives everything up, submissions too. */
  abandonAll(): void {
    for (const { abandon } of this.#all.keys()) abandon.abort();
  }

  async allEnded(): Promise<void> {
    await Promise.all(this.#all.values());
  }
}
