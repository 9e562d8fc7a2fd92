import { type KeptJob, readJob } from '../job/compact-job.ts';
import { chargeAt, type MockJob, stateAt } from '../job/mock-job.ts';

/** Jobs and credits of an account at an instant. */
export interface AccountCounts {
  readonly accepted: number;
  /** Jobs that have not ended. */
  readonly running: number;
  readonly failed: number;
  /** Credits its jobs hold: those of every job that has not failed. */
  readonly taken: number;
}

/** Usage of one account key, updated job by job. Instants passed to it never go back. */
export class AccountTally {
  /** Jobs whose planned end is ahead, the latest end first. */
  #open: KeptJob[] = [];
  /** More of them, unsorted until one has ended: a submission costs the same at any number. */
  #latest: KeptJob[] = [];
  #firstEnd = Number.POSITIVE_INFINITY;
  readonly #acceptances: number[] = [];
  readonly #canceled = new Set<string>();
  #taken = 0;
  #failed = 0;

  counts(now: number): AccountCounts {
    if (this.#firstEnd <= now) {
      this.#open = [...this.#open, ...this.#latest].toSorted((a, b) => b.endsAt - a.endsAt);
      this.#latest = [];
      this.#firstEnd = Number.POSITIVE_INFINITY;
    }
    for (let kept = this.#open.at(-1); kept !== undefined; kept = this.#open.at(-1)) {
      if (kept.endsAt > now) break;
      this.#open.pop();
      const job = readJob(kept);
      // The charge released at an early end is not released again at the planned end.
      if (!this.#canceled.delete(job.id)) this.#release(job, now);
    }
    const running = this.#open.length + this.#latest.length - this.#canceled.size;
    const { length: accepted } = this.#acceptances;
    return { accepted, running, failed: this.#failed, taken: this.#taken };
  }

  /** Adds an accepted job. */
  accept(kept: KeptJob): void {
    this.#latest.push(kept);
    this.#firstEnd = Math.min(this.#firstEnd, kept.endsAt);
    const { acceptedAt, charge } = readJob(kept);
    this.#acceptances.push(acceptedAt);
    this.#taken += charge;
  }

  /** Updates an open job that ended early: its slot is free. */
  cancel(job: MockJob): void {
    this.#canceled.add(job.id);
    this.#release(job, job.endsAt);
  }

  /** Time of the latest but `count - 1` submission; undefined if there were fewer than `count`. */
  latestAcceptance(count: number): number | undefined {
    return this.#acceptances.at(-count);
  }

  #release(job: MockJob, now: number): void {
    this.#taken -= job.charge - chargeAt(job, now);
    if (stateAt(job, now) === 'failed') this.#failed += 1;
  }
}
