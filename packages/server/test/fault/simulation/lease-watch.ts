import type { Claim, JobStore } from '@filmgate/core';
import { overlay } from '../overlay.ts';

/** Observes the newest claim of each job at the store, and decisions under an older one (I9). */
export class LeaseWatch {
  readonly violations: string[] = [];
  /** The newest epoch of each job. */
  readonly #epochs = new Map<string, number>();

  /** Returns the store for one process. */
  between(jobs: JobStore): JobStore {
    return overlay(jobs, {
      claimDue: async (input) => {
        const claims = await jobs.claimDue(input);
        for (const { job, epoch } of claims) this.#epochs.set(job.id, epoch);
        return claims;
      },
      commit: async (input) => {
        const outcome = await jobs.commit(input);
        if (outcome.kind === 'committed') this.#check(input.claim, outcome.job.state);
        return outcome;
      },
      recordDispatch: async (input) => {
        const outcome = await jobs.recordDispatch(input);
        if (outcome.kind === 'recorded') this.#check(input.claim, outcome.job.state);
        return outcome;
      },
    });
  }

  /** A decision outside the runner has no claim, and only its version is compared. */
  #check(claim: Claim | null, state: string): void {
    if (claim === null) return;
    const newest = this.#epochs.get(claim.job.id) ?? claim.epoch;
    if (claim.epoch !== newest)
      this.violations.push(
        `I9: ${claim.job.id} became ${state} by claim ${claim.epoch}, and ${newest} was given out since`,
      );
  }
}
