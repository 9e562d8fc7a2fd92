import type { Claim } from '@filmgate/core';

interface InHand {
  readonly claim: Claim;
  readonly lane: 'start' | 'continue';
  readonly abandon: AbortController;
  readonly ended: Promise<void>;
}

/** The claims one runner works on now: counts for its limits, signals to give one up, a way to wait for all. */
export class ClaimsInHand {
  readonly #byJob = new Map<string, InHand>();

  count(lane: 'start' | 'continue'): number {
    let count = 0;
    for (const inHand of this.#byJob.values()) if (inHand.lane === lane) count += 1;
    return count;
  }

  countOfAccount(accountId: string): number {
    let count = 0;
    for (const { claim } of this.#byJob.values()) if (claim.job.accountId === accountId) count += 1;
    return count;
  }

  /** Takes a claim in hand until `work` ends; `work` never rejects. */
  hold(claim: Claim, lane: 'start' | 'continue', work: (signal: AbortSignal) => Promise<void>): void {
    const abandon = new AbortController();
    const ended = work(abandon.signal).finally(() => {
      if (this.#byJob.get(claim.job.id)?.claim === claim) this.#byJob.delete(claim.job.id);
    });
    this.#byJob.set(claim.job.id, { claim, lane, abandon, ended });
  }

  claims(): readonly Claim[] {
    return [...this.#byJob.values()].map(({ claim }) => claim);
  }

  /** The lease is gone: what is under way must stop having effects. */
  abandon(jobId: string): void {
    this.#byJob.get(jobId)?.abandon.abort();
  }

  abandonAll(): void {
    for (const { abandon } of this.#byJob.values()) abandon.abort();
  }

  async allEnded(): Promise<void> {
    await Promise.all([...this.#byJob.values()].map(({ ended }) => ended));
  }
}
